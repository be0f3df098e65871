# SPDX-License-Identifier: Apache-2.0

# MJ_LIBRARY(VARIABLE, MODULE, NAME, DEBIAN-PACKAGE)
# Find a library by pkg-config.  A missing one gets its line here and is added
# to mj_missing, so that one run of configure names them all.
AC_DEFUN([MJ_LIBRARY],
[PKG_CHECK_MODULES([$1], [$2], [], [
	AC_MSG_WARN([$3 was not found (Debian: apt install $4)])
	mj_missing="$mj_missing $4"])])

# MJ_ARCHIVE(LIBS-VARIABLE, NAME, FUNCTION)
# Take libNAME.a in the place of -lNAME if it is there and a program of position
# independent code, as ours is, can be linked with it.
AC_DEFUN([MJ_ARCHIVE],
[AC_MSG_CHECKING([for lib$2.a])
mj_archive=`AS_ECHO(["$$1"]) | sed 's/-l$2\>/-l:lib$2.a/'`
mj_save_libs=$LIBS
mj_save_cflags=$CFLAGS
LIBS="$mj_archive $LIBS"
CFLAGS="$CFLAGS -fPIE -pie"
AC_LINK_IFELSE([AC_LANG_CALL([], [$3])],
	[AC_MSG_RESULT([yes])
	$1=$mj_archive],
	[AC_MSG_RESULT([no])])
LIBS=$mj_save_libs
CFLAGS=$mj_save_cflags])

# MJ_LINKS(CFLAGS, LDFLAGS, IF-YES, IF-NO)
# Whether a program compiles and links with these and without a warning.
AC_DEFUN([MJ_LINKS],
[mj_save_cflags=$CFLAGS
mj_save_ldflags=$LDFLAGS
CFLAGS="$CFLAGS -Werror $1"
LDFLAGS="$LDFLAGS $2"
AC_LINK_IFELSE([AC_LANG_SOURCE([[int main(void) { return 0; }]])],
	[mj_links=yes], [mj_links=no])
CFLAGS=$mj_save_cflags
LDFLAGS=$mj_save_ldflags
AS_IF([test $mj_links = yes], [$3], [$4])])

# MJ_TRY(CFLAGS, LDFLAGS, IF-NO)
# Add them to MJ_CFLAGS and MJ_LDFLAGS if the compiler takes them.
AC_DEFUN([MJ_TRY],
[AC_MSG_CHECKING([whether $CC takes m4_normalize([$1 $2])])
MJ_LINKS([$1], [$2],
	[AC_MSG_RESULT([yes])
	MJ_CFLAGS="$MJ_CFLAGS m4_normalize([$1])"
	MJ_LDFLAGS="$MJ_LDFLAGS m4_normalize([$2])"],
	[AC_MSG_RESULT([no])
	$3])])

# MJ_WARNINGS(FLAGS)
# Add each flag that the compiler takes to MJ_CFLAGS.
AC_DEFUN([MJ_WARNINGS],
[mj_refused=
AC_MSG_CHECKING([which warnings $CC takes])
for mj_flag in $1; do
	MJ_LINKS([$mj_flag], [], [MJ_CFLAGS="$MJ_CFLAGS $mj_flag"],
		[mj_refused="$mj_refused $mj_flag"])
done
AS_IF([test -n "$mj_refused"],
	[AC_MSG_RESULT([all but$mj_refused])],
	[AC_MSG_RESULT([all])])])

# MJ_FORTIFY
# _FORTIFY_SOURCE at the highest level that the C library knows.  It warns without
# optimisation, and when it is set already.
AC_DEFUN([MJ_FORTIFY],
[AC_MSG_CHECKING([which _FORTIFY_SOURCE to set])
mj_fortify=none
AC_COMPILE_IFELSE([AC_LANG_SOURCE([[
#if !defined __OPTIMIZE__ || defined _FORTIFY_SOURCE
#error no
#endif
int main(void) { return 0; }
]])],
	[for mj_level in 2 3; do
		mj_save_cflags=$CFLAGS
		CFLAGS="$CFLAGS -Werror -D_FORTIFY_SOURCE=$mj_level"
		AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[#include <stdio.h>]])],
			[mj_fortify=$mj_level])
		CFLAGS=$mj_save_cflags
	done])
AC_MSG_RESULT([$mj_fortify])
AS_IF([test $mj_fortify != none],
	[MJ_CFLAGS="$MJ_CFLAGS -D_FORTIFY_SOURCE=$mj_fortify"])])
