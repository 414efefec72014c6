import type { Message } from './message.ts'

/**
 * A message for an incoming webhook of Slack, as blocks. Names are in plain text, in which Slack reads no markup. The link is not a
 * button: a click on one asks for an answer of the app, which a webhook cannot give.
 */
export function toSlack({ title, lines, facts, link }: Message): unknown {
  const body = [...lines.filter((line) => line !== ''), ...facts.map(([label, value]) => `${label}: ${value}`)]
  return {
    // For notifications, which show no blocks.
    text: escapeMarkup(title),
    blocks: [
      { type: 'header', text: plain(title) },
      ...(body.length > 0 ? [{ type: 'section', text: plain(body.join('\n')) }] : []),
      { type: 'section', text: { type: 'mrkdwn', text: `<${escapeMarkup(link.url)}|${escapeMarkup(link.label)}>` } },
    ],
  }
}

const plain = (text: string) => ({ type: 'plain_text', text, emoji: false })

/** So that no name calls everybody in the channel. Source: "Escaping text" in Slack's documentation. */
const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
