import type { Severity } from '../../../engine/model/verdict.ts'
import { isPlainLine } from '../../../shared/text/plain-line.ts'
import type { EventType } from '../../events/rules.ts'

/** The chats that a channel may be of. */
export const CHANNEL_FORMATS = ['teams', 'slack'] as const
export type ChannelFormat = (typeof CHANNEL_FORMATS)[number]

/** What a channel may get a message about. */
export const CHANNEL_EVENTS = [
  'assessment.worsened',
  'findings.changed',
  'assessment.completed',
  'assessment.failed',
  'schedule.paused',
  'customer.approved',
  'questionnaire.answered',
  'exception.expiring',
  'digest.weekly',
  'partner.activated',
  'partner.suspended',
  'key.created',
  'key.revoked',
] as const satisfies readonly EventType[]

/** The customers that a channel gets messages about: each of them, and those of each group. */
export interface ChannelFilter {
  customers: string[]
  groups: string[]
}

/** The worst first. */
export const CHANNEL_SEVERITIES = ['critical', 'high', 'medium', 'low'] as const satisfies readonly Severity[]

export const MAX_CHANNEL_CUSTOMERS = 200
export const MAX_CHANNEL_GROUPS = 50

/** These report the same run: a channel takes one of them, so that it gets one message for each run. */
const OF_RESULTS: readonly string[] = ['assessment.worsened', 'findings.changed', 'assessment.completed']

export const MAX_CHANNEL_NAME = 80

/** Why a channel cannot have this name, in a sentence; undefined if it can. */
export function channelNameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'Give the channel a name.'
  if (name.trim().length > MAX_CHANNEL_NAME) return `The name must have at most ${MAX_CHANNEL_NAME} characters.`
  return isPlainLine(name) ? undefined : 'The name must have no control characters.'
}

/** Why a channel cannot take these events, in a sentence; undefined if it can. */
export function channelEventsProblem(types: readonly string[]): string | undefined {
  if (types.length === 0) return 'Choose at least one event.'
  const unknown = types.filter((type) => !CHANNEL_EVENTS.some((known) => known === type))
  if (unknown.length > 0) return `A channel gets no messages about ${unknown.join(', ')}.`
  const ofResults = types.filter((type) => OF_RESULTS.includes(type))
  return ofResults.length > 1
    ? `Choose one of ${ofResults.join(', ')}: together, they would send several messages about the same run.`
    : undefined
}

const isHost = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`)

/** The hosts of workflows in Teams. Source: the address that Teams shows for "When a Teams webhook request is received". */
const TEAMS_HOSTS = ['logic.azure.com', 'api.powerplatform.com', 'logic.azure.us', 'api.powerplatform.us']
/** Connectors, which Microsoft has retired in favour of workflows. */
const CONNECTOR_HOSTS = ['webhook.office.com', 'outlook.office.com']
const SLACK_HOSTS = ['hooks.slack.com', 'hooks.slack-gov.com']

/**
 * Why an address cannot be that of a channel, in a sentence; undefined if it may be. Unknown hosts are accepted: some reach their
 * chat through a gateway.
 */
export function channelAddressProblem(format: ChannelFormat, url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { hostname, pathname } = new URL(url)
  const isOf = (domains: readonly string[]): boolean => domains.some((domain) => isHost(hostname, domain))
  if (isOf(CONNECTOR_HOSTS)) {
    return 'This is the address of a connector, which Microsoft has retired. Create a workflow in Teams and use its address.'
  }
  if (format === 'slack' && isOf(TEAMS_HOSTS)) return 'This is the address of a Teams workflow, not of Slack.'
  if (format === 'teams' && isOf(SLACK_HOSTS)) return 'This is a Slack address, not that of a Teams workflow.'
  if (isOf(SLACK_HOSTS) && !pathname.startsWith('/services/')) {
    return 'This is not the address of an incoming webhook: it must begin with https://hooks.slack.com/services/.'
  }
  return undefined
}

/** A channel gets at most one message in this time, which both chats allow. */
const PACE_SECONDS = 1

/** A receiver that asks for more is called again after this. */
const MAX_WAIT_SECONDS = 43_200

/** The seconds that a receiver asks to wait, by its header Retry-After; undefined if it does not. */
export function readRetryAfter(value: string | string[] | undefined, now: Date): number | undefined {
  const text = [value ?? []].flat()[0]?.trim() ?? ''
  if (!/^(\d{1,9}|[A-Z][a-z]{2}, .+ GMT)$/.test(text)) return undefined
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now.getTime()) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(0, Math.ceil(seconds)), MAX_WAIT_SECONDS) : undefined
}

/** Seconds until the next message to a channel. */
export const pauseOf = (retryAfter: number | undefined): number => Math.max(PACE_SECONDS, retryAfter ?? 0)
