" SPDX-License-Identifier: Apache-2.0
" Specs of mj: YAML with the name *.mj.yaml, or with a key at the margin that
" little else has.  Put contrib/vim into 'runtimepath', or its files below ~/.vim.
function! s:Detect() abort
	let l:own = '^\(run\|setup\|depends_on\|job_recovery\|on_failure\|event_callback\):'
	if expand('%:t') =~# '\.mj\.ya\?ml$' ||
			\ match(getline(1, 200), l:own) >= 0
		set filetype=yaml.mj
	endif
endfunction

augroup mj
	autocmd!
	autocmd BufRead,BufNewFile *.yaml,*.yml call s:Detect()
	autocmd BufRead,BufNewFile */.mj/config.ini set filetype=dosini
	autocmd BufRead */.mj/jobs/*/record set filetype=dosini nomodifiable
augroup END
