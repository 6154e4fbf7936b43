export const frameStyle = `
*{box-sizing:border-box}
body{margin:0;padding:8vh 16px 40px;background:var(--sunken);color:var(--ink);font:16px/1.55 var(--sans);-webkit-font-smoothing:antialiased;overflow-wrap:break-word}
header,main,footer{max-width:32rem;margin:0 auto}
header{padding:0 4px 18px;font-size:1.0625rem;font-weight:600}
header img{display:block;width:auto;height:auto;max-width:min(220px,100%);max-height:56px}
main{padding:28px;background:var(--raised);border:1px solid var(--line);border-top:4px solid var(--brand);border-radius:var(--radius-card)}
main>:last-child{margin-bottom:0}
footer{padding:18px 4px 0;font-size:.875rem}
a{color:var(--soft);text-underline-offset:3px}
h1{margin:0 0 8px;font-size:1.375rem;line-height:1.3;letter-spacing:-.015em;text-wrap:balance}
p,ul{margin:0 0 16px}
ul{padding-left:1.25rem}
.soft{color:var(--soft)}
b{font-weight:500;overflow-wrap:anywhere}
.note{padding:10px 14px;border-radius:var(--radius-control);background:var(--hover)}
form{margin:0}
form+p{margin-top:16px}
fieldset{min-width:0;margin:0 0 16px;padding:0;border:0}
legend{padding:0 0 6px;font-weight:600}
label{display:flex;gap:10px;padding:10px 0;border-top:1px solid var(--line)}
label>span{min-width:0}
label span span{display:block;color:var(--soft);font-size:.875rem}
label.field{display:block;border:0;padding:0 0 14px}
label.field>span{display:block;font-weight:500}
label.field>span::first-letter{text-transform:uppercase}
input{width:18px;height:18px;margin:3px 0 0;accent-color:var(--brand);flex:none}
.text{width:100%;height:44px;margin:4px 0 0;padding:8px 12px;border:1px solid var(--line-strong);border-radius:var(--radius-control);background:var(--canvas);color:inherit;font:inherit}
.actions{display:flex;flex-wrap:wrap;gap:10px}
button{min-height:44px;max-width:100%;padding:9px 18px;border:1px solid var(--line-strong);border-radius:var(--radius-control);background:none;color:inherit;font:inherit;font-weight:500;overflow-wrap:anywhere;cursor:pointer}
button:hover{background:var(--hover)}
button.main{background:var(--brand);color:var(--on-brand);font-weight:600}
button.main:hover{opacity:.88}
details{margin-top:22px;padding-top:16px;border-top:1px solid var(--line)}
summary{color:var(--soft);cursor:pointer}
details[open] summary{margin-bottom:14px}
:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
@media (prefers-color-scheme:dark){header img{padding:8px;border-radius:var(--radius-control);background:#fff;max-height:72px}}
@media (max-width:30rem){body{padding-top:24px}main{padding:20px}button{width:100%}}
`
