import { fields, list, text } from '../../src/shared/json.ts'
import { type Received, type Receiver, startReceiver } from './receiver.ts'

/**
 * Why Teams would refuse a body, in a word; undefined if it accepts it. Sources: limits of Teams and the schema of
 * Adaptive Cards 1.2.
 */
export function refusalOfTeams(body: string): string | undefined {
  if (Buffer.byteLength(body) > 28 * 1024) return 'size'
  const message = fields(JSON.parse(body))
  const [attachment, ...others] = list(message.attachments).map(fields)
  if (message.type !== 'message' || !attachment || others.length > 0) return 'message'
  if (attachment.contentType !== 'application/vnd.microsoft.card.adaptive') return 'contentType'
  const card = fields(attachment.content)
  if (card.type !== 'AdaptiveCard' || card.version !== '1.2') return 'card'
  if (list(card.body).length === 0) return 'body'
  for (const element of list(card.body).map(fields)) {
    // Teams interprets markup in the text of every other element.
    if (element.type !== 'RichTextBlock' || hasOthers(element, ['type', 'inlines', 'spacing'])) return 'element'
    if (!['Default', 'Small'].includes(text(element.spacing) ?? '')) return 'spacing'
    if (list(element.inlines).length === 0) return 'inlines'
    for (const run of list(element.inlines).map(fields)) {
      if (run.type !== 'TextRun' || typeof run.text !== 'string' || run.text === '') return 'run'
      if (hasOthers(run, ['type', 'text', 'size', 'weight', 'color', 'isSubtle'])) return 'run'
      if (run.color !== undefined && !['Good', 'Warning', 'Attention'].includes(text(run.color) ?? '')) return 'color'
    }
  }
  const isLink = (action: Record<string, unknown>): boolean =>
    action.type === 'Action.OpenUrl' && typeof action.title === 'string' && URL.canParse(text(action.url) ?? '')
  return list(card.actions).map(fields).every(isLink) ? undefined : 'action'
}

/** Like `refusalOfTeams`, for Slack, with the error codes of its answers. Source: the reference of Block Kit. */
export function refusalOfSlack(body: string): string | undefined {
  const message = fields(JSON.parse(body))
  const blocks = list(message.blocks).map(fields)
  if (typeof message.text !== 'string' || message.text === '') return 'no_text'
  if (blocks.length === 0 || blocks.length > 50) return 'invalid_blocks'
  for (const block of blocks) {
    const { type, text: words } = fields(block.text)
    const [kinds, max] = block.type === 'header' ? [['plain_text'], 150] : [['plain_text', 'mrkdwn'], 3000]
    if (!['header', 'section'].includes(text(block.type) ?? '') || !kinds.includes(text(type) ?? ''))
      return 'invalid_blocks'
    if (typeof words !== 'string' || words === '' || words.length > max) return 'invalid_blocks'
  }
  return undefined
}

/** Markup in a message that Slack interprets: mentions of everybody, people or channels, and links. */
export function markupOfSlack(body: string): string[] {
  const message = fields(JSON.parse(body))
  const read = list(message.blocks).flatMap((block) => {
    const { type, text: words } = fields(fields(block).text)
    return type === 'mrkdwn' ? [text(words) ?? ''] : []
  })
  return [text(message.text) ?? '', ...read].flatMap((words) => words.match(/<[^>]*>/g) ?? [])
}

const hasOthers = (value: Record<string, unknown>, known: readonly string[]): boolean =>
  Object.keys(value).some((name) => !known.includes(name))

/** Starts a chat that refuses what the real one refuses, and accepts at most `perSecond` messages a second. */
export async function startChat(
  format: 'teams' | 'slack',
  { perSecond = format === 'teams' ? 4 : 1, retryAfter = 1 } = {},
): Promise<Receiver & { shown: Received[]; refused: string[] }> {
  const [shown, refused]: [Received[], string[]] = [[], []]
  const receiver = await startReceiver((response, received) => {
    const recent = shown.filter(({ atMs }) => received.atMs - atMs < 1000)
    if (recent.length >= perSecond) {
      refused.push('rate')
      response.writeHead(429, { 'retry-after': String(retryAfter) }).end('rate_limited')
      return
    }
    const reason = format === 'teams' ? refusalOfTeams(received.body) : refusalOfSlack(received.body)
    if (reason !== undefined) {
      refused.push(reason)
      response.writeHead(reason === 'size' ? 413 : 400).end(reason)
      return
    }
    shown.push(received)
    if (format === 'teams') response.writeHead(202).end()
    else response.end('ok')
  })
  return { ...receiver, shown, refused }
}
