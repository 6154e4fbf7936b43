import { type Content, type Html, html } from '@posthorn/look/html'

/** A table that scrolls inside its box on narrow screens. */
export const table = (heads: readonly string[], rows: readonly (readonly Content[])[]): Html => html`
<div class="scroll" tabindex="0" role="group" aria-label="Table: ${heads.join(', ')}"><table class="plain">
<thead><tr>${heads.map(head => html`<th>${head}</th>`)}</tr></thead>
<tbody>${rows.map(cells => html`<tr>${cells.map(cell => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`
