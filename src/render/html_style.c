/* SPDX-License-Identifier: Apache-2.0 */
/* Each group of statuses has its colours once for light, once for dark. */
#include "render/html_style.h"

#define HTML_COLOURS                                                           \
	":root{--bg:#f6f7f9;--card:#fff;--ink:#1c2430;--dim:#5d6878;"          \
	"--line:#dfe3e9;--code:#f2f4f7;"                                       \
	"--pending:#6d7a8c;--running:#2f7de1;--recovering:#c98a00;"            \
	"--succeeded:#1f9d55;--failed:#d63a3a;--cancelled:#8b5cd6;"            \
	"--skipped:#7d8896}\n"                                                 \
	"@media (prefers-color-scheme:dark){:root{--bg:#10151c;"               \
	"--card:#19202a;--ink:#e3e8ef;--dim:#93a0b1;--line:#2c3644;"           \
	"--code:#121820;--pending:#8f9bac;--running:#5aa2f7;"                  \
	"--recovering:#e0aa32;--succeeded:#42bd78;--failed:#f06a6a;"           \
	"--cancelled:#ac86ec;--skipped:#7f8b9c}}\n"                            \
	".pending{--c:var(--pending)}.running{--c:var(--running)}"             \
	".recovering{--c:var(--recovering)}.succeeded{--c:var(--succeeded)}"   \
	".failed{--c:var(--failed)}.cancelled{--c:var(--cancelled)}"           \
	".skipped{--c:var(--skipped)}\n"

#define HTML_FRAME                                                             \
	"*{box-sizing:border-box}\n"                                           \
	"body{margin:0;background:var(--bg);color:var(--ink);"                 \
	"font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,"             \
	"'DejaVu Sans',sans-serif}\n"                                          \
	"main{max-width:1080px;margin:0 auto;padding:24px 20px 48px}\n"        \
	"h1{font-size:24px;line-height:1.25;margin:0 0 6px;display:flex;"      \
	"flex-wrap:wrap;align-items:center;gap:6px 12px;"                      \
	"overflow-wrap:anywhere}\n"                                            \
	"h1 small{color:var(--dim);font-weight:400;font-size:24px}\n"          \
	"h2{font-size:15px;margin:0 0 12px;letter-spacing:.01em}\n"            \
	"section{background:var(--card);border:1px solid var(--line);"         \
	"border-radius:10px;padding:16px 18px;margin:16px 0}\n"                \
	".why{margin:0;color:var(--dim);overflow-wrap:anywhere}\n"             \
	"footer{color:var(--dim);font-size:13px}\n"                            \
	"a{color:inherit}\n"                                                   \
	".chip{display:inline-block;padding:1px 9px;border-radius:99px;"       \
	"font-size:12px;font-weight:600;letter-spacing:.02em;"                 \
	"white-space:nowrap;color:var(--c);border:1px solid var(--c);"         \
	"background:color-mix(in srgb,var(--c) 12%,transparent)}\n"            \
	"h1 .chip{font-size:13px}\n"                                           \
	"dl.facts{display:grid;gap:10px 24px;margin:0;"                        \
	"grid-template-columns:repeat(auto-fill,minmax(150px,1fr))}\n"         \
	"dl.facts div.wide{grid-column:1/-1}\n"                                \
	"dt{color:var(--dim);font-size:12.5px}\n"                              \
	"dd{margin:0;overflow-wrap:anywhere}\n"

#define HTML_TABLES                                                            \
	"table{border-collapse:collapse;width:100%;font-size:14px}\n"          \
	"th{text-align:left;color:var(--dim);font-weight:500;"                 \
	"font-size:12.5px;white-space:nowrap}\n"                               \
	"th,td{padding:6px 12px 6px 0;vertical-align:top;"                     \
	"border-bottom:1px solid var(--line);overflow-wrap:break-word}\n"      \
	"td time{white-space:nowrap}\n"                                        \
	"tr:last-child td{border-bottom:0}\n"                                  \
	".num{text-align:right;font-variant-numeric:tabular-nums;"             \
	"white-space:nowrap}\n"                                                \
	".dim{color:var(--dim)}\n"                                             \
	"code,pre{font-family:ui-monospace,'SF Mono',Menlo,'DejaVu Sans "      \
	"Mono',monospace;font-size:12.5px}\n"                                  \
	"code{overflow-wrap:anywhere}\n"                                       \
	"pre{background:var(--code);border:1px solid var(--line);"             \
	"border-radius:6px;padding:10px 12px;margin:8px 0 4px;"                \
	"max-height:420px;overflow:auto;white-space:pre-wrap;"                 \
	"overflow-wrap:anywhere}\n"                                            \
	"details{border-top:1px solid var(--line);padding:8px 0}\n"            \
	"details:first-of-type{border-top:0;padding-top:0}\n"                  \
	"summary{cursor:pointer;overflow-wrap:anywhere}\n"                     \
	"ol.story{list-style:none;margin:0;padding:0;font-size:14px}\n"        \
	"ol.story li{display:grid;grid-template-columns:150px 1fr;gap:12px;"   \
	"padding:3px 0}\n"                                                     \
	"ol.story time{color:var(--dim);font-variant-numeric:tabular-nums}\n"  \
	"ol.story span{overflow-wrap:anywhere}\n"                              \
	".bar{display:flex;height:8px;border-radius:4px;overflow:hidden;"      \
	"background:var(--line);margin:4px 0 12px}\n"                          \
	".bar i{background:var(--c)}\n"                                        \
	".counts{display:flex;flex-wrap:wrap;gap:6px 14px;margin:0 0 10px}\n"

#define HTML_PICTURES                                                          \
	".scroll{overflow-x:auto}\n"                                           \
	"svg{display:block}\n"                                                 \
	"svg text{fill:var(--ink);font-size:13px}\n"                           \
	"svg text.small{fill:var(--dim);font-size:11.5px}\n"                   \
	"svg .grid{stroke:var(--line)}\n"                                      \
	"svg .edge{fill:none;stroke:var(--dim);stroke-width:1.4}\n"            \
	"svg .tip{fill:var(--dim)}\n"                                          \
	"svg .node rect{fill:color-mix(in srgb,var(--c) 14%,var(--card));"     \
	"stroke:var(--c);stroke-width:1.4}\n"                                  \
	"svg .skipped rect{stroke-dasharray:4 3}\n"                            \
	"svg .attempt{fill:var(--c);stroke:var(--c)}\n"                        \
	"svg .setup{fill:var(--card);opacity:.45}\n"                           \
	"svg .wait{stroke:var(--pending);stroke-width:2;"                      \
	"stroke-dasharray:2 3}\n"

#define HTML_NARROW                                                            \
	"@media (max-width:640px){main{padding:16px 12px 32px}\n"              \
	"section{padding:14px 12px}\n"                                         \
	"dl.facts{gap:8px 16px;"                                               \
	"grid-template-columns:repeat(auto-fill,minmax(138px,1fr))}\n"         \
	"td{overflow-wrap:anywhere}\n"                                         \
	"table,tbody,tr,td{display:block}\n"                                   \
	"thead{display:none}\n"                                                \
	"tr{padding:8px 0;border-bottom:1px solid var(--line)}\n"              \
	"tr:last-child{border-bottom:0}\n"                                     \
	"td{display:flex;gap:10px;border:0;padding:1px 0;text-align:left}\n"   \
	"td:empty{display:none}\n"                                             \
	"td::before{content:attr(data-of);flex:0 0 86px;"                      \
	"color:var(--dim);font-size:12.5px;text-align:left}\n"                 \
	".num{white-space:normal}\n"                                           \
	"ol.story li{display:block;padding:4px 0}\n"                           \
	"ol.story time{display:block;font-size:12.5px}}\n"                     \
	"@media print{body{background:#fff}section{break-inside:avoid}"        \
	"pre{max-height:none}}\n"

const char *const html_styles[HTML_STYLES] = {
	HTML_COLOURS, HTML_FRAME, HTML_TABLES, HTML_PICTURES, HTML_NARROW,
};
