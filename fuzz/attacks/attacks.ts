import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { App } from '../../src/app.ts'
import { newKey } from '../../src/shared/crypto/keys.ts'
import { fields, text } from '../../src/shared/json.ts'
import { SAMPLE_TENANTS } from '../../src/simulator/tenants/tenants.ts'

import { POISONS } from '../pictures.ts'
import type { AttackerSetup } from './attacker-setup.ts'
import { type AttackerTools, trickle } from './attacker-tools.ts'

/** One kind of attack; ends when its signal aborts. Counts `HARM …` if it got something that it must not get. */
export interface Attack {
  name: string
  run(tools: AttackerTools): Promise<void>
  /** It needs a service whose tenants respond as in `HOSTILE_TENANTS`. */
  tenantsAreHostile?: true
  /** Checks the service after the attack for effects that the attacker cannot see. */
  inspect?(inside: Inside): Promise<void>
}

export interface Inside {
  app: App
  setup: AttackerSetup
  count(what: string, times?: number): void
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const FOUR_MIB = Buffer.alloc(4 * 1024 * 1024, 'a=b&')
const PDF_CONNECTIONS = 22
const PICTURE_PAUSE_MS = 2_100
const HOSTILE_PAUSE_MS = 2_000
/** Time limit for all runs, including those that wait for others. */
const RUNS_LIMIT_MS = 300_000
const RUNS_POLL_MS = 1_000
const VICTIM = 'victim@victim.example'

const json = (key: string): Record<string, string> => ({ 'x-partner-key': key, 'content-type': 'application/json' })

/** Waits, and returns early if the attack is over. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

export const ATTACKS: readonly Attack[] = [
  {
    name: 'poisoned logos, each followed by a PDF',
    async run({ setup, signal, request }) {
      const { partnerKey: key, runId } = setup
      for (const make of Object.values(POISONS)) {
        if (signal.aborted) return
        const body = JSON.stringify({ logo: { type: 'image/png', data: make().toString('base64') } })
        await request('PUT', '/api/v1/partner/brand', { headers: json(key), body })
        await request('GET', `/api/v1/partner/assessments/${runId}/report?format=pdf`, { headers: json(key) })
        await pause(PICTURE_PAUSE_MS, signal)
      }
    },
  },
  {
    name: 'a tenant that nobody approved',
    async run({ setup: { partnerKey: key }, signal, request, count }) {
      const headers = json(key)
      const tenantId = SAMPLE_TENANTS.find(({ posture }) => posture === 'no-consent')?.tenantId
      const made = await request('POST', '/api/v1/partner/customers', {
        headers,
        body: JSON.stringify({ name: 'Not mine', tenantId }),
      })
      const customerId = idIn(made?.body)
      const looked = await request('GET', `/api/v1/partner/customers/${customerId}/preflight`, { headers })
      if (fields(parse(looked?.body)).consent === 'granted') count('HARM preflight says granted')
      const run = await request('POST', '/api/v1/partner/assessments', {
        headers,
        body: JSON.stringify({ customerId, product: 'essential-eight' }),
      })
      await pause(PICTURE_PAUSE_MS, signal)
      const ended = await request('GET', `/api/v1/partner/assessments/${idIn(run?.body)}`, { headers })
      if (fields(parse(ended?.body)).status === 'completed') count('HARM the tenant was read')
    },
  },
  {
    name: 'bodies of 4 MiB to forms without a key',
    run: ({ request, repeat }) =>
      repeat(10, async () => {
        for (const path of ['/q/anything', '/q/anything/enter', '/activate/anything'])
          await request('POST', path, { headers: FORM, body: FOUR_MIB })
      }),
  },
  {
    name: 'endless headers on the plain port',
    run: ({ occupy }) =>
      occupy(200, 'tcp', (socket) => {
        socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n')
        trickle(socket, 'X-More: 1\r\n')
      }),
  },
  {
    name: 'abandoned TLS handshakes',
    // A record header that announces more bytes than are sent.
    run: ({ occupy }) => occupy(200, 'tcp', (socket) => socket.write(Buffer.from('160301020001000001', 'hex'))),
  },
  {
    name: 'bodies sent one byte per second',
    run: ({ occupy, setup }) =>
      occupy(200, 'tls', (socket) => {
        const head = `POST /api/v1/partner/customers HTTP/1.1\r\nHost: localhost\r\nX-Partner-Key: ${setup.partnerKey}\r\n`
        socket.write(`${head}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{`)
        trickle(socket, ' ')
      }),
  },
  {
    name: '800 slow readers of openapi.json',
    run: ({ occupy }) =>
      occupy(800, 'tls', (socket) => {
        socket.pause()
        socket.write('GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(4))
      }),
  },
  {
    name: '1,200 idle connections',
    run: ({ occupy }) => occupy(1_200, 'tls', () => {}),
  },
  {
    name: `PDFs by one signed link, ${PDF_CONNECTIONS} connections`,
    run: ({ setup, request, repeat }) =>
      repeat(PDF_CONNECTIONS, () => request('GET', `${setup.reportPath}&format=pdf`)),
  },
  {
    name: 'bulk creation of partners with one address',
    run: ({ setup, signal, request, repeat }) =>
      repeat(1, async () => {
        const partner = {
          company: 'Win a prize at https://evil.example \u202e now',
          email: VICTIM,
          name: 'Victim',
          plan: 'starter',
          billing: { currency: 'AUD' },
        }
        await request('POST', '/api/v1/distributor/partners/bulk', {
          headers: { 'x-distributor-key': setup.distributorKey, 'content-type': 'application/json' },
          body: JSON.stringify({ partners: Array.from({ length: 50 }, () => partner) }),
        })
        await pause(500, signal)
      }),
    async inspect({ app, count }) {
      // Without a mail server, released mails count as sent. The quota is per day.
      const { rows } = await sql<{ mails: number }>`
        select count(*)::int as mails from mails
        where lower(recipient) = ${VICTIM} and released_at is not null
        group by date_trunc('day', released_at at time zone 'UTC') order by mails desc`.execute(app.db)
      const mails = rows[0]?.mails ?? 0
      const { activationMailsPerDay } = app.limits
      count(`${mails > activationMailsPerDay ? 'HARM ' : ''}${mails} of ${activationMailsPerDay} mails to the victim`)
    },
  },
  {
    name: 'a hostile tenant',
    tenantsAreHostile: true,
    run: ({ setup, signal, request, repeat }) =>
      repeat(1, async () => {
        for (const { id: customerId } of setup.hostileCustomers)
          await request('POST', '/api/v1/partner/assessments', {
            headers: json(setup.partnerKey),
            body: JSON.stringify({ customerId, product: 'essential-eight' }),
          })
        await pause(HOSTILE_PAUSE_MS, signal)
      }),
    async inspect({ app, setup, count }) {
      const untilMs = Date.now() + RUNS_LIMIT_MS
      let ends = await listEnds(app, setup)
      while (ends.some(({ status }) => !isEnd(status)) && Date.now() < untilMs) {
        await sleep(RUNS_POLL_MS)
        ends = await listEnds(app, setup)
      }
      for (const { customerId, status, code, runs } of ends) {
        const { name } = setup.hostileCustomers.find(({ id }) => id === customerId) ?? { name: customerId }
        count(`${isEnd(status) ? '' : 'HARM '}${name} ${[status, code].join(' ').trim()}`, runs)
      }
    },
  },
  {
    name: 'unknown, well-formed keys at full speed',
    run: ({ request, repeat }) =>
      repeat(16, () => request('GET', '/api/v1/partner/me', { headers: { 'x-partner-key': newKey('partner') } })),
  },
  {
    name: 'paths out of the documents, and absolute targets',
    async run({ setup, exchange, request, repeat, count }) {
      const key = `X-Partner-Key: ${setup.partnerKey}\r\nConnection: close\r\n\r\n`
      await repeat(2, async () => {
        for (const path of ['%2e%2e/x', '%00', '..%2f..%2fpackage.json', '%2e%2e%2f%2e%2e%2fetc%2fpasswd', 'none.js']) {
          const answer = await request('GET', `/api/docs/static/${path}`)
          // A service that shuts down answers 503.
          if (answer && answer.status >= 500 && answer.status !== 503) count(`HARM ${answer.status} for ${path}`)
          if (answer?.status === 200) count(`HARM served ${path}`)
        }
        const target = 'https://evil.example/api/v1/partner/customers?limit=1'
        const answer = await exchange(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n${key}`)
        if (String(answer?.headers.link).includes('evil.example')) count('HARM evil.example in Link')
      })
    },
  },
]

const isEnd = (status: string): boolean => status === 'completed' || status === 'failed'

/** The outcome of the runs of the hostile tenants. */
const listEnds = ({ db }: App, { hostileCustomers }: AttackerSetup) =>
  db
    .selectFrom('runs')
    .select(['customer_id as customerId', 'status', 'failure_code as code'])
    .select((eb) => eb.fn.countAll<number>().as('runs'))
    .where(
      'customer_id',
      'in',
      hostileCustomers.map(({ id }) => id),
    )
    .groupBy(['customer_id', 'status', 'failure_code'])
    .orderBy('customer_id')
    .execute()

const parse = (body: Buffer | undefined): unknown => {
  try {
    return JSON.parse(body?.toString('utf8') ?? 'null')
  } catch {
    return undefined
  }
}

const idIn = (body: Buffer | undefined): string => text(fields(parse(body)).id) ?? 'none'
