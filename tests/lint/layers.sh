#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Modules include only what src/layers.txt allows.
set -eu
cd "${srcdir:-.}/src"

find . -name '*.[ch]' | sed 's,^\./,,' | sort | awk '
function bad(what)
{
	printf "src/%s:%s %s\n", file, line ? line ":" : "", what
	errors++
}

# The module that layer/stem belongs to: itself, or the longest NAME of NAME_more.
function module_of(path,    layer, stem)
{
	layer = path
	sub("/.*", "", layer)
	stem = path
	sub(".*/", "", stem)
	sub("[.][ch]$", "", stem)
	while (!((layer "/" stem) in place)) {
		if (stem !~ "_")
			return ""
		sub("_[^_]*$", "", stem)
	}
	return layer "/" stem
}

function read_layers(    part, word, i, n)
{
	while ((getline text < "layers.txt") > 0) {
		if (text ~ "^#" || split(text, part, " *: *") != 3)
			continue
		n = split(part[3], word, " +")
		for (i = 1; i <= n; i++) {
			if (part[2] == "only")
				owner[part[1]] = owner[part[1]] " " word[i]
			else
				place[part[1] "/" word[i]] = i
		}
		below[part[1]] = " " part[2] " "
	}
}

function check_ours(to,    from_layer, to_layer, target)
{
	from_layer = mine
	sub("/.*", "", from_layer)
	to_layer = to
	sub("/.*", "", to_layer)
	target = module_of(to)
	if (to !~ "/")
		bad("\"" to "\" lacks its layer: \"LAYER/" to "\"")
	else if (target == "")
		bad(to " is in no module of layers.txt")
	else if (target == mine)
		return
	else if (to != target ".h")
		bad(to " is private to " target)
	else if (to_layer != from_layer && !index(below[from_layer], " " to_layer " "))
		bad(from_layer " may not include " to_layer)
	else if (to_layer == from_layer && place[target] > place[mine])
		bad(target " is not below " mine " in layers.txt")
}

function check_file(    word)
{
	mine = module_of(file)
	line = 0
	if (mine == "") {
		bad("is in no module of layers.txt")
		return
	}
	while ((getline text < file) > 0) {
		line++
		if (text !~ "^# *include")
			continue
		split(text, word, "[\"<>]")
		if (text ~ "\"")
			check_ours(word[2])
		else if (("<" word[2] ">") in owner && !index(owner["<" word[2] ">"] " ", " " mine " "))
			bad("only" owner["<" word[2] ">"] " may include <" word[2] ">")
	}
	close(file)
}

BEGIN { read_layers() }
{ file = $0; check_file() }
END {
	if (NR == 0) {
		print "no sources found"
		exit 1
	}
	exit errors > 0
}'
