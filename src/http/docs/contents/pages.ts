/**
 * Everything that the documentation site publishes: a request can only look up an entry of these tables. A page's
 * address is its file without the ending: docs/guide/partner.md is /docs/guide/partner.
 *
 * docs/decisions/, docs/flows/ and docs/releasing.md are not published, because they explain the code to people who
 * change it. Published pages name them and the other files of the repository, but do not link them.
 */

export interface Page {
  /** Below `/docs/`; `index` is `/docs` itself. */
  path: string
  /** The name in navigation and search. */
  title: string
  /** One line, for llms.txt and the results of a search. */
  summary: string
}

export interface Section {
  title: string
  pages: readonly Page[]
  /** Navigation shows its pages only while the reader is in it, and then hides those of other sections. */
  isLong?: boolean
}

/** Files that are published under another path than in the repository. */
const MOVED: Readonly<Record<string, string>> = { changes: 'CHANGELOG.md', security: 'SECURITY.md' }

/** The file of a page in the repository. Pages of the API reference have no files, but are linked as if they had. */
export const fileOf = (path: string): string => MOVED[path] ?? `docs/${path}.md`

/** The address of a page. */
export const addressOf = (path: string): string => (path === 'index' ? '/docs' : `/docs/${path}`)

/** The address of a page as Markdown. */
export const markdownAddressOf = (path: string): string => `/docs/${path}.md`

export const START: Section = {
  title: 'Start',
  pages: [
    { path: 'index', title: 'Overview', summary: 'What Plumbline is, and where to start reading.' },
    {
      path: 'start',
      title: 'Start in five minutes',
      summary: 'From an empty folder to the report of a first run, in the sandbox.',
    },
  ],
}

export const GUIDES: Section = {
  title: 'Guides',
  pages: [
    {
      path: 'guide/partner',
      title: 'Partner API',
      summary: 'Customers, consent, runs, findings, reports, questionnaires and exceptions with the Partner API.',
    },
    {
      path: 'guide/distributor',
      title: 'Distributor API',
      summary: 'Create and manage partners, act for them, and read settlement and usage.',
    },
    {
      path: 'guide/webhooks',
      title: 'Webhooks',
      summary: 'Receive events: setup, signatures, complete receivers in five languages, retries and replays.',
    },
    {
      path: 'guide/portal',
      title: 'The portal',
      summary: 'Customers, schedules, keys, webhooks, team, plan and security in the browser.',
    },
    {
      path: 'guide/reports',
      title: 'Reports',
      summary: 'Editions, formats, links to share, and your name, logo, contact and time zone on them.',
    },
    {
      path: 'guide/signing-in',
      title: 'Signing in',
      summary: 'Passwords, passkeys, Microsoft accounts, second factors and lost devices.',
    },
  ],
}

export const CONCEPTS: Section = {
  title: 'Concepts',
  pages: [
    {
      path: 'concepts/runs',
      title: 'How a run reaches its verdicts',
      summary: 'From consent to a result: what is read, what decides a requirement, and what people are asked.',
    },
    {
      path: 'concepts/unknown',
      title: 'Unknown is not credit',
      summary: 'What stays unknown, how it is counted, and how to make it known.',
    },
    {
      path: 'concepts/scores',
      title: 'Levels and scores',
      summary: 'Maturity levels, score, ceiling, coverage and severity, and how each is calculated.',
    },
    {
      path: 'concepts/plans',
      title: 'Plans and limits',
      summary: 'What each plan includes, how runs are counted, and every limit of the service.',
    },
  ],
}

export const REFERENCE: Section = {
  title: 'Reference',
  pages: [
    {
      path: 'api',
      title: 'Calling the API',
      summary: 'Addresses, keys, errors, repeated calls, lists, rate limits and compatibility.',
    },
    { path: 'errors', title: 'Errors', summary: 'Every error code with its status and meaning.' },
    { path: 'events', title: 'Events', summary: 'Every type of event with all fields of its data and a sample.' },
    {
      path: 'frameworks',
      title: 'Frameworks',
      summary: 'What tenants are assessed against, and what proofs, parts and hints are.',
    },
    {
      path: 'frameworks/essential-eight',
      title: 'Essential Eight',
      summary: 'Every requirement of the Essential Eight, and what is read from a tenant for it.',
    },
    {
      path: 'frameworks/nist-csf',
      title: 'NIST Cybersecurity Framework',
      summary: 'Every requirement of the NIST Cybersecurity Framework, and what is read from a tenant for it.',
    },
    {
      path: 'frameworks/scuba-entra',
      title: 'CISA SCuBA Baseline for Entra ID',
      summary: 'Every requirement of the SCuBA baseline, and what is read from a tenant for it.',
    },
    {
      path: 'permissions',
      title: 'Permissions',
      summary: 'The permissions that a tenant has to consent to, and what each one shows.',
    },
    { path: 'settings', title: 'Settings', summary: 'Every environment variable with its default.' },
    { path: 'commands', title: 'Commands', summary: 'Every operator command with its arguments and options.' },
  ],
}

export const OPERATE: Section = {
  title: 'Operate',
  pages: [
    {
      path: 'guide/operate',
      title: 'From one machine to many',
      summary: 'The steps of growth, the files for each, sizes by formula, and what to do at which size.',
    },
    { path: 'operate/install', title: 'Install', summary: 'One process or many, containers, systemd, certificates.' },
    {
      path: 'operate/real-tenants',
      title: 'Read real tenants',
      summary: 'Register the application that reads tenants, and let administrators approve partners.',
    },
    {
      path: 'guide/billing',
      title: 'Bill with Stripe',
      summary: 'Keys, seed, webhook and dashboard settings, and what happens when a payment fails.',
    },
    {
      path: 'operate/back-up',
      title: 'Back up and upgrade',
      summary: 'What to back up, how to restore it, and how to move to a new version.',
    },
    { path: 'operate/database', title: 'Your own PostgreSQL', summary: 'Several servers, switchovers and PgBouncer.' },
    {
      path: 'operate/failures',
      title: 'What happens when something fails',
      summary: 'What was lost and how long changes failed when processes, servers and networks were made to fail.',
    },
    { path: 'operate/monitor', title: 'Monitor', summary: 'Health checks, metrics, the log and the doctor.' },
    { path: 'security', title: 'Security', summary: 'What is protected and how, what is stored and for how long.' },
  ],
}

export const CHANGES: Section = {
  title: 'Changes',
  pages: [{ path: 'changes', title: 'Changelog', summary: 'What is new in each version.' }],
}

/** Files that pages link to, by the end of their address below `/docs/`, which is also their place below docs/. */
export const DOWNLOADS: Readonly<Record<string, string>> = {
  'guide/webhook-vectors.json': 'application/json; charset=utf-8',
  'examples/strong-answers.json': 'application/json; charset=utf-8',
  'examples/strong-answers-nist-csf.json': 'application/json; charset=utf-8',
  'examples/exceptions.json': 'application/json; charset=utf-8',
}

/** The folder of the pictures, below docs/. */
export const PICTURES = 'guide/pictures'

/** What a search reads of a query. */
export const MAX_QUERY_CHARACTERS = 100
