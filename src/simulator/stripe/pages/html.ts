/** Escapes text for HTML. */
export const escapeHtml = (text: string | number): string =>
  String(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:80rem;padding:0 1rem}
.wide{overflow-x:auto}.controls{list-style:none;padding:0}.controls li{margin:.6rem 0}input[type=number]{width:4rem}
table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid #ccc;padding:.3rem .6rem;text-align:left;vertical-align:top}
form{display:inline}.note{background:#fff3cd;color:#332701;padding:.5rem 1rem}button,select,input{font:inherit}`

/** A page of the simulated Stripe; `body` is HTML. */
export const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>
<p class="note">This is a simulated Stripe. No money moves, and no card is real.</p>
<h1>${escapeHtml(title)}</h1>${body}</body></html>`

/** A button that posts to `action`; the fields are HTML. */
export const button = (action: string, label: string, fields = ''): string =>
  `<form method="post" action="${escapeHtml(action)}">${fields}<button>${escapeHtml(label)}</button></form>`

export const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`

/** A labelled select; each option has a value and a text. */
export const select = (
  name: string,
  label: string,
  options: readonly (readonly [string, string])[],
  chosen?: string,
): string =>
  `<label>${escapeHtml(label)} <select name="${escapeHtml(name)}">${options
    .map(
      ([value, text]) =>
        `<option value="${escapeHtml(value)}"${value === chosen ? ' selected' : ''}>${escapeHtml(text)}</option>`,
    )
    .join('')}</select></label> `

/** A table; cells are HTML. */
export const table = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? '<p>None yet.</p>'
    : `<div class="wide"><table><thead><tr>${headings.map((each) => `<th scope="col">${escapeHtml(each)}</th>`).join('')}</tr></thead>
<tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table></div>`

export const money = (amount: number, currency: string): string =>
  escapeHtml(`${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`)

export const time = (seconds: number): string => escapeHtml(`${new Date(seconds * 1000).toISOString().slice(0, 16)}Z`)
