/** Blocks to add. They use the CSS classes of the gallery, which have dark mode colors. */
export type BlockKind = { name: BlockName; title: string; mjml: string }
export type BlockName = 'heading' | 'text' | 'button' | 'image' | 'columns' | 'divider' | 'spacer' | 'footer'

const section = (inside: string): string => `<mj-section padding="0 24px">
  <mj-column>
    ${inside}
  </mj-column>
</mj-section>`

const words = 'Write your text here.'

export const blockKinds: readonly BlockKind[] = [
  {
    name: 'heading',
    title: 'Heading',
    mjml: section(
      '<mj-text padding="0 0 12px"><h1 style="margin:0; font-size:28px; line-height:1.25">A heading</h1></mj-text>',
    ),
  },
  {
    name: 'text',
    title: 'Text',
    mjml: section(`<mj-text font-size="16px" line-height="1.6" padding="0 0 16px">${words}</mj-text>`),
  },
  {
    name: 'button',
    title: 'Button',
    mjml: section(
      '<mj-button css-class="button" align="left" href="https://example.com" background-color="#1d4ed8" color="#ffffff" font-size="16px" border-radius="8px" padding="8px 0 24px">Open</mj-button>',
    ),
  },
  {
    name: 'image',
    title: 'Image',
    mjml: section('<mj-image src="https://example.com/image.png" alt="Describe the image here" padding="0 0 16px" />'),
  },
  {
    name: 'columns',
    title: 'Columns',
    mjml: `<mj-section padding="0 24px">
  <mj-column>
    <mj-text font-size="16px" line-height="1.6" padding="0 12px 16px 0">${words}</mj-text>
  </mj-column>
  <mj-column>
    <mj-text font-size="16px" line-height="1.6" padding="0 0 16px">${words}</mj-text>
  </mj-column>
</mj-section>`,
  },
  {
    name: 'divider',
    title: 'Divider',
    mjml: section('<mj-divider css-class="line" border-width="1px" border-color="#e4e4e7" padding="8px 0 24px" />'),
  },
  { name: 'spacer', title: 'Spacer', mjml: section('<mj-spacer height="24px" />') },
  {
    name: 'footer',
    title: 'Footer',
    mjml: section(`<mj-text css-class="soft" color="#52525b" font-size="13px" line-height="1.6" padding="24px 0">
      You received this email because you signed up for it.<br />
      <a href="{{ unsubscribe_url }}" style="color:#52525b">Unsubscribe</a> ·
      <a href="{{ preferences_url }}" style="color:#52525b">Manage preferences</a>
    </mj-text>`),
  },
]
