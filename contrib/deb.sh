#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Build a Debian package from the sources as `make dist` packs them, with what is in
# contrib/debian: sh contrib/deb.sh [options of dpkg-buildpackage]
# It is built, and left, in ./build-deb; install it by
# apt install ./build-deb/mj_*.deb
set -eu
cd "$(dirname "$0")/.."
. ./contrib/build.sh

sh contrib/packages.sh deb
rm -rf build-deb
build_in build-deb --disable-tests
make -s -C "$build" dist

cd "$build"
version=$(sed -n "s/^PACKAGE_VERSION='\(.*\)'/\1/p" config.log)
mkdir package
mv "mj-$version.tar.xz" "package/mj_$version.orig.tar.xz"
cd package
tar -xf "mj_$version.orig.tar.xz"
cp -R "mj-$version/contrib/debian" "mj-$version/debian"
(cd "mj-$version" && dpkg-buildpackage -us -uc "$@")
mv ./*.deb ..
ls ../*.deb
