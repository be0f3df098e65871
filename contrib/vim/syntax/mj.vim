" SPDX-License-Identifier: Apache-2.0
" Specs of mj, on top of YAML (filetype yaml.mj): its keys, what it ignores, what
" it refuses, and the shell in run, setup and event_callback.  See mj-spec(5).
if exists('b:current_syntax') && b:current_syntax =~# 'mj'
	finish
endif

let s:yaml = get(b:, 'current_syntax', '')
unlet! b:current_syntax
syntax include @mjShell syntax/sh.vim
unlet! b:current_syntax

" keys that do something
syntax match mjKey contained containedin=yamlBlockMappingKey,yamlFlowMappingKey,yamlFlowMapping
	\ /\<\(name\|run\|setup\|workdir\|envs\|secrets\|depends_on\|allow_failure\|timeout\|event_callback\|job_recovery\|termination_delay\|log\|log_max\|resources\|num_nodes\)\ze\s*:/
syntax match mjKey contained containedin=yamlBlockMappingKey,yamlFlowMappingKey,yamlFlowMapping
	\ /\<\(pool\|any_of\|ordered\|priority\|cpus\|memory\|gpus\|accelerators\|partition\|account\|qos\|time\|nodes\|gres\|sbatch_args\)\ze\s*:/
syntax match mjKey contained containedin=yamlBlockMappingKey,yamlFlowMappingKey,yamlFlowMapping
	\ /\<\(strategy\|max_restarts_on_errors\|recover_on_exit_codes\|max_recoveries\|max_launch_retries\|backoff\|initial\|factor\|max\|jitter\)\ze\s*:/
syntax match mjKey contained containedin=yamlBlockMappingKey,yamlFlowMappingKey,yamlFlowMapping
	\ /\<\(execution\|edges\|source\|target\|primary_tasks\|on_failure\|max_parallel\)\ze\s*:/

" accepted with a note
syntax match mjIgnored contained containedin=yamlBlockMappingKey,yamlFlowMappingKey,yamlFlowMapping
	\ /\<\(config\|experimental\|accelerator_args\|autostop\|cloud\|disk_size\|disk_tier\|image_id\|infra\|instance_type\|labels\|network_tier\|ports\|region\|use_spot\|zone\)\ze\s*:/

" refused
syntax match mjRefused contained containedin=yamlBlockMappingKey,yamlFlowMappingKey,yamlFlowMapping
	\ /\<\(file_mounts\|storage_mounts\|volumes\|service\)\ze\s*:/

" run: | and the lines further in
syntax region mjScript keepend
	\ start=/^\z(\s*\)\(run\|setup\|event_callback\)\s*:\s*[|>][-+0-9]*\s*$/
	\ end=/^\ze\(\z1\s\|\s*$\)\@!/
	\ contains=mjScriptKey,@mjShell
syntax match mjScriptKey contained /^\s*\(run\|setup\|event_callback\)\s*:\s*[|>][-+0-9]*\s*$/

highlight default link mjKey Keyword
highlight default link mjScriptKey Keyword
highlight default link mjIgnored Comment
highlight default link mjRefused Error

let b:current_syntax = empty(s:yaml) ? 'mj' : s:yaml . '.mj'
unlet s:yaml
