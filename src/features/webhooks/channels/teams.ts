import type { Message } from './message.ts'

/**
 * A message for a workflow in Teams: one Adaptive Card. Texts are text runs, in which Teams reads no markup; it does in text
 * blocks and facts. Version 1.2 has them, and phones show it too. Teams refuses more than 28 KB; the texts of a message come to a few.
 */
export function toTeams({ title, tone, lines, facts, link }: Message): unknown {
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.2',
          body: [
            paragraph([{ text: title, size: 'Medium', weight: 'Bolder', color: COLOURS[tone] }]),
            ...lines.filter((line) => line !== '').map((line) => paragraph([{ text: line }])),
            ...facts.map(([label, value]) =>
              paragraph([{ text: `${label}: `, isSubtle: true }, { text: value }], 'Small'),
            ),
          ],
          actions: [{ type: 'Action.OpenUrl', title: link.label, url: link.url }],
        },
      },
    ],
  }
}

const COLOURS = { good: 'Good', warning: 'Warning', attention: 'Attention' } as const

const paragraph = (runs: readonly Record<string, unknown>[], spacing = 'Default') => ({
  type: 'RichTextBlock',
  spacing,
  inlines: runs.map((run) => ({ type: 'TextRun', ...run })),
})
