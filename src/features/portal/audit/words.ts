import { list } from '../../../shared/json.ts'

/** What the words of an action are made from. */
export interface Facts {
  /** A text of the state after the change, or else before it; empty where neither has it. */
  text(name: string): string
  /** Like `text`, for a number. */
  number(name: string): string
  /** The name of the customer that it is about; its id where it is gone, and `a customer` where there is none. */
  customer: string
  /** The name of the framework; empty where there is none. */
  product: string
  /** The company of the partner that it is about. */
  partner: string
  /** Somebody's name, or what stands in for it. */
  person(id: string): string
  subject: string
  before: Readonly<Record<string, unknown>>
  after: Readonly<Record<string, unknown>>
  /** The names of what has changed, as `: name and time zone`; empty where that is not known. */
  changed: string
}

type Words = string | ((facts: Facts) => string)

/** `, Essential Eight` after what it is about; nothing without a framework. */
const by = ({ product }: Facts): string => (product === '' ? '' : ` (${product})`)

/** A webhook by its name or address, or its id. */
const webhook = ({ text, subject }: Facts): string => text('name') || text('url') || subject

const key = ({ text, number }: Facts): string =>
  `the API key ${text('prefix')}…${text('last4')} in slot ${number('slot')}`

/** `s` for every number but one. */
const s = (count: string): string => (count === '1' ? '' : 's')

/** The schedule, named by its customers. */
const schedule = (facts: Facts): string =>
  `the schedule of ${facts.customer === 'a customer' ? 'all customers' : facts.customer}${by(facts)}`

/** The tenant by its customer, where the approval came through the link of one. */
const tenant = ({ customer, text, subject }: Facts): string =>
  customer === 'a customer' ? `the tenant ${text('tenantId') || subject}` : `the tenant of ${customer}`

const WORK: Readonly<Record<string, Words>> = {
  'customer.created': ({ customer }) => `created the customer ${customer}`,
  'customer.updated': ({ customer, changed }) => `changed the customer ${customer}${changed}`,
  'customer.deleted': ({ customer }) => `deleted the customer ${customer}`,
  'consent.requested': ({ customer }) => `created a consent link for ${customer}`,
  'consent.mailed': ({ customer }) => `had a consent link sent to ${customer}`,
  'consent.refused': ({ customer }) => `recorded that ${customer} refused access to its tenant`,
  'approval.granted': (facts) => `approved access to ${tenant(facts)}`,
  'approval.withdrawn': (facts) => `withdrew the approval of ${tenant(facts)}`,
  'approval.missing': ({ customer }) => `found that access to the tenant of ${customer} is not approved`,
  'assessment.created': (facts) => `ordered a run of ${facts.customer}${by(facts)}`,
  'assessment.started': (facts) => `started the run of ${facts.customer}${by(facts)}`,
  'assessment.completed': (facts) =>
    `completed the run of ${facts.customer}${by(facts)}: score ${facts.number('score')}`,
  'assessment.failed': (facts) => `ended the run of ${facts.customer}${by(facts)}, which failed`,
  'assessment.canceled': (facts) => `canceled the run of ${facts.customer}${by(facts)}`,
  'exception.created': ({ customer, text }) => `created an exception for ${customer}: ${text('requirement')}`,
  'exception.updated': ({ customer, text }) => `changed an exception of ${customer}: ${text('requirement')}`,
  'exception.removed': ({ customer, text }) => `removed an exception of ${customer}: ${text('requirement')}`,
  'exception.expiring': ({ customer }) => `announced that an exception of ${customer} ends soon`,
  'finding.planned': ({ customer, text }) => `planned the repair of ${text('requirement')} for ${customer}`,
  'finding.done': ({ customer, text }) => `marked ${text('requirement')} of ${customer} as done`,
  'finding.opened': ({ customer, text }) => `marked ${text('requirement')} of ${customer} as open`,
  'finding.verified': ({ customer, text }) => `verified the repair of ${text('requirement')} for ${customer}`,
  'finding.reopened': ({ customer, text }) => `opened ${text('requirement')} of ${customer} again`,
  'questionnaire.saved': (facts) => {
    const count = String(list(facts.after.questions).length)
    return `answered ${count} question${s(count)} about ${facts.customer}${by(facts)}`
  },
  'questionnaire.attached': (facts) => `attached a file to an answer about ${facts.customer}${by(facts)}`,
  'questionnaire.detached': (facts) => `removed a file from an answer about ${facts.customer}${by(facts)}`,
  'questionnaire.invited': (facts) => `asked people at ${facts.customer} to answer questions${by(facts)}`,
  'questionnaire.reminded': (facts) => `reminded people at ${facts.customer} of open questions${by(facts)}`,
  'questionnaire.answered': (facts) => `notified you of answers about ${facts.customer}${by(facts)}`,
  'questionnaire.opened': (facts) => `opened the questions about ${facts.customer}${by(facts)}`,
  'questionnaire.shared': (facts) =>
    `asked a colleague for help with the questions about ${facts.customer}${by(facts)}`,
  'schedule.created': (facts) => `created ${schedule(facts)}`,
  'schedule.updated': (facts) => `changed ${schedule(facts)}${facts.changed}`,
  'schedule.deleted': (facts) => `deleted ${schedule(facts)}`,
  'schedule.paused': (facts) => `paused ${schedule(facts)}`,
  'schedule.resumed': (facts) => `resumed ${schedule(facts)}`,
  'schedule.limit_reached': ({ text }) => `skipped scheduled runs, because the limit of ${text('month')} is reached`,
  'group.created': ({ text }) => `created the group ${text('name')}`,
  'group.renamed': ({ text }) => `renamed a group to ${text('name')}`,
  'group.extended': ({ text, number }) =>
    `added ${number('customers')} customer${s(number('customers'))} to the group ${text('name')}`,
  'group.reduced': ({ text, number }) =>
    `removed ${number('customers')} customer${s(number('customers'))} from the group ${text('name')}`,
  'group.deleted': ({ text }) => `deleted the group ${text('name')}`,
  'view.created': ({ text }) => `saved the view ${text('name')}`,
  'view.deleted': ({ text }) => `deleted the view ${text('name')}`,
  'report.shared': 'created a link to a report',
  'report.unshared': 'revoked a link to a report',
}

const DEVELOPERS: Readonly<Record<string, Words>> = {
  'key.created': (facts) => `created ${key(facts)}`,
  'key.revoked': (facts) => {
    const reason = facts.text('reason')
    return `revoked ${key(facts)}${reason === 'expired' || reason === 'suspension' ? `: ${reason}` : ''}`
  },
  'digest.created': 'summed up the week for webhooks and channels',
  'webhook.created': (facts) => `added the webhook ${webhook(facts)}`,
  'webhook.updated': (facts) => `changed the webhook ${webhook(facts)}${facts.changed}`,
  'webhook.removed': (facts) => `removed the webhook ${webhook(facts)}`,
  'webhook.paused': (facts) => `paused the webhook ${webhook(facts)}`,
  'webhook.resumed': (facts) => `resumed the webhook ${webhook(facts)}`,
  'webhook.tested': (facts) => `sent a test to the webhook ${webhook(facts)}`,
  'webhook.failing': (facts) => `reported that the webhook ${webhook(facts)} has been failing for a day`,
  'webhook.secret_added': (facts) => `created the next secret of the webhook ${webhook(facts)}`,
  'webhook.secret_activated': (facts) => `activated the next secret of the webhook ${webhook(facts)}`,
  'webhook.replayed': ({ number }) => {
    const count = number('deliveries') || '1'
    return `sent ${count} webhook deliver${count === '1' ? 'y' : 'ies'} again`
  },
  'webhook.replay_stopped': 'stopped sending webhook deliveries again',
}

const ACCOUNT: Readonly<Record<string, Words>> = {
  'partner.created': ({ partner }) => `created the partner ${partner}`,
  'partner.updated': ({ partner, changed }) => `changed the partner ${partner}${changed}`,
  'partner.activated': ({ partner }) => `activated ${partner}`,
  'partner.suspended': ({ partner }) => `suspended ${partner}`,
  'partner.invited': ({ partner }) => `sent an activation link to ${partner}`,
  'partner.biller_changed': ({ partner }) => `changed who bills ${partner}`,
  'distributor.created': ({ text }) => `created the distributor ${text('company')}`,
  'distributor.activated': 'activated the distributor',
  'distributor.suspended': 'suspended the distributor',
  'plan.changed': ({ before, after }) => `changed the plan from ${planOf(before)} to ${planOf(after)}`,
  'subscription.moved': ({ after }) =>
    `moved the subscription to ${after.processor === 'stripe' ? 'Stripe' : 'billing without Stripe'}`,
  'subscription.changed': ({ changed }) => `updated the subscription${changed}`,
  'subscription.provisioned': 'created the subscription at Stripe',
  'subscription.restarted': ({ after }) => `started the subscription again: ${planOf(after)}`,
  'subscription.card_added': 'stored the card that a person added',
  'subscription.payment_problem': ({ text }) =>
    `reported a problem with a payment: ${text('problem').replaceAll('-', ' ')}`,
  'subscription.payment_disputed': ({ text }) => `reported a disputed payment: ${text('reason').replaceAll('_', ' ')}`,
  'subscription.dispute_changed': ({ text }) =>
    `reported that a disputed payment is now ${text('status').replaceAll('_', ' ')}`,
  'settlement.terms_changed': ({ changed }) => `changed the terms of settlement${changed}`,
  'settlement.adjusted': ({ text }) => `added an adjustment to the next statement: ${text('reason')}`,
  'settlement.closed': ({ text }) => `closed the statement ${text('number')}`,
  'brand.updated': ({ changed }) => `changed how reports look${changed}`,
}

const planOf = ({ plan, billing }: Facts['before']): string =>
  typeof billing === 'string' ? `${plan} (${billing})` : String(plan)

const VISITS: Readonly<Record<string, Words>> = {
  'visit.started': ({ partner, text }) => `started a visit to ${partner}: “${text('reason').replace(/\.$/, '')}”`,
  'visit.ended': ({ partner }) => `ended the visit to ${partner}`,
}

const PEOPLE: Readonly<Record<string, Words>> = {
  'person.created': ({ person, subject, text }) => `added ${person(subject)} as ${text('role')}`,
  'person.invited': ({ text }) => `invited ${text('email')} as ${text('role')}`,
  'person.reinvited': ({ text }) => `sent the invitation to ${text('email')} again`,
  'invitation.revoked': ({ text }) => `revoked the invitation to ${text('email')}`,
  'person.changed': ({ person, subject, changed }) => `changed ${person(subject)}${changed}`,
  'person.removed': ({ text }) => `removed ${text('name')} from the account`,
  'person.reset': ({ person, subject }) => `reset the sign-in of ${person(subject)}`,
  'factors.removed': ({ person, subject }) => `removed the second factors of ${person(subject)}`,
  'team.factor_rule_changed': ({ after }) =>
    after.everybodyNeedsFactor === true
      ? 'made a second factor mandatory for everybody'
      : 'made a second factor optional for technicians and readers',
  'preferences.changed': ({ changed }) => `changed their own settings${changed}`,
  'notifications.changed': ({ changed }) => `chose which emails they get${changed}`,
  'password.changed': 'changed their password',
  'password.reset': 'set a new password by a link in an email',
  'recovery.created': 'created new recovery codes',
  'recovery.used': 'used a recovery code',
  'passkey.added': ({ text }) => `added the passkey ${text('name')}`,
  'passkey.renamed': ({ text }) => `renamed a passkey to ${text('name')}`,
  'passkey.removed': ({ text }) => `removed the passkey ${text('name')}`,
  'passkey.refused': ({ person, subject }) => `refused a passkey of ${person(subject)}`,
  'authenticator.added': 'added an authenticator app',
  'authenticator.removed': 'removed the authenticator app',
  'factor.refused': ({ person, subject }) => `refused a wrong second factor of ${person(subject)}`,
  'microsoft.linked': ({ text }) => `linked the Microsoft account ${text('name')}`,
  'microsoft.unlinked': ({ text }) => `unlinked the Microsoft account ${text('name')}`,
  'signon.provider_set': ({ text }) => `set ${text('issuer')} as the sign-on provider`,
  'signon.provider_removed': ({ text }) => `removed the sign-on provider ${text('issuer')}`,
  'signon.tested': ({ text }) => `signed in through ${text('issuer')} as a test`,
  'signon.rules_changed': ({ before, after }) =>
    before.isRequired === after.isRequired
      ? 'changed the rules of sign-on'
      : after.isRequired === true
        ? 'made the sign-on provider mandatory, except for one owner'
        : 'made the sign-on provider optional',
  'signon.domain_added': ({ text }) => `added the sign-on domain ${text('domain')}`,
  'signon.domain_verified': ({ text }) => `verified the sign-on domain ${text('domain')}`,
  'signon.domain_removed': ({ text }) => `removed the sign-on domain ${text('domain')}`,
  'signon.linked': ({ person, subject, text }) =>
    `linked ${person(subject)} to ${text('name')} at the sign-on provider`,
  'signon.unlinked': ({ person, subject }) => `unlinked ${person(subject)} from the sign-on provider`,
  'provisioning.token_created': ({ text }) => `created the provisioning token ${text('name')}`,
  'provisioning.token_revoked': ({ text }) => `revoked the provisioning token ${text('name')}`,
  'session.started': ({ text }) => `signed in with ${SIGN_IN[text('method')] ?? text('method')}`,
  'session.confirmed': 'confirmed their identity',
  'session.ended': ({ number, text }) => {
    const ended = number('ended')
    if (ended !== '') return `ended ${ended} other session${s(ended)}`
    return text('sessionId') === '' ? 'signed out' : 'ended one of their sessions'
  },
  'signin.delayed': ({ person, subject }) => `delayed sign-ins of ${person(subject)} after wrong passwords`,
}

const SIGN_IN: Readonly<Record<string, string>> = {
  password: 'a password',
  passkey: 'a passkey',
  microsoft: 'Microsoft',
  provider: "the company's sign-in",
  switch: 'another account of theirs',
}

/** What each action did, as the end of a sentence that begins with who did it. */
export const WORDS: Readonly<Record<string, Words>> = { ...WORK, ...DEVELOPERS, ...ACCOUNT, ...VISITS, ...PEOPLE }
