import { createHmac } from 'node:crypto'
import { Agent, request } from 'undici'

/** The baseline for webhooks: signs a body and posts it in a loop, and stores nothing. */
const { urls, body, total, concurrency }: { urls: string[]; body: string; total: number; concurrency: number } =
  JSON.parse(process.argv[2] ?? '')

const dispatcher = new Agent({ allowH2: false, connections: 8, connect: { rejectUnauthorized: false } })
let sent = 0

async function post(): Promise<void> {
  for (let nth = sent++; nth < total; nth = sent++) {
    const signature = createHmac('sha256', 'a secret of the bench').update(body).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-service-signature': signature, 'webhook-id': String(nth) }
    const url = urls[nth % urls.length] ?? ''
    const answer = await request(url, { dispatcher, method: 'POST', headers, body })
    await answer.body.dump()
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`)
  }
}

const startedMs = performance.now()
await Promise.all(Array.from({ length: concurrency }, post))
process.send?.(total / ((performance.now() - startedMs) / 1000))
await dispatcher.destroy()
process.disconnect?.()
