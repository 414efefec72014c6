import type { App } from '../../../app.ts'
import type { AssessmentResult } from '../../../engine/model/result.ts'
import { type Action, actionsOf } from '../../../engine/results/actions.ts'
import { priorities } from '../../../engine/results/priorities.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Actor, Principal } from '../../../shared/actor.ts'
import { isId } from '../../../shared/ids.ts'
import type { AuditAction } from '../../../shared/portal/audit-actions.ts'
import { Problem } from '../../../shared/problem.ts'
import { type Change, recordChanges } from '../../audit/service.ts'
import { requireCustomer } from '../../customers/service.ts'
import type { LogOwner } from '../../events/rules.ts'
import { ownerOf } from '../../events/service.ts'
import { getMembers } from '../../people/service.ts'
import { findReportSource, type ReportSource, requireFramework } from '../service.ts'
import { listNewestRuns } from '../trend/service.ts'
import {
  isSameState,
  outcomesOf,
  type ProgressRow,
  type ProgressState,
  refuse,
  setByPerson,
  setByRun,
  toProgress,
  validateProgress,
} from './rules.ts'
import type { ChangedFindings, FindingProgressChange, FindingProgressList } from './schema.ts'
import { type Findings, listCustomersProgress, listProgress, lockProgress, upsertProgress } from './store.ts'

/**
 * The findings of the customer's newest completed run of a product, what resolves them, and the progress of their
 * repair. Without a product, or with one that has no completed run, the first product with a completed run.
 */
export async function getFindingProgress(
  app: App,
  actor: Actor,
  customerId: string,
  wanted: string | undefined,
): Promise<FindingProgressList> {
  await requireCustomer(app.db, actor, customerId)
  const { partnerId } = actor
  const runs = await listNewestRuns(app, partnerId, customerId)
  const products = runs.map(({ product }) => product)
  const newest = await findResult(app, partnerId, runs.find(({ product }) => product === wanted) ?? runs[0])
  if (!newest) return { products, findings: [], actions: [], verified: [] }
  const { run, result } = newest
  const rows = await listProgress(app.db, { partnerId, customerId, product: run.product })
  return {
    products,
    product: run.product,
    run: { id: run.id, completedAt: run.completed_at ?? run.created_at, maturityTarget: result.target },
    ...showFindings(result, rows, app.now()),
  }
}

async function findResult(
  app: App,
  partnerId: string,
  newest: { id: string } | undefined,
): Promise<(ReportSource & { result: AssessmentResult }) | undefined> {
  const source = newest && (await findReportSource(app, newest.id, partnerId))
  return source?.result && { ...source, result: source.result }
}

function showFindings(
  result: AssessmentResult,
  progress: readonly ProgressRow[],
  now: Date,
): Pick<FindingProgressList, 'findings' | 'actions' | 'verified'> {
  const states = new Map(progress.map((row) => [row.requirement, row]))
  const rows = new Map(result.requirements.map((row) => [row.id, row]))
  const names = new Map(result.groups.map(({ id, name }) => [id, name]))
  const actions = actionsOf(result)
  return {
    findings: priorities(result, Number.POSITIVE_INFINITY).map((finding) => {
      const { id, severity, verdict, statement, observed, expected, groups } = finding
      const { basis, quality } = rows.get(id) ?? {}
      const own = actions.filter((action) => action.findings.some((each) => each.id === id))
      return {
        requirement: id,
        groups: groups.map((group) => names.get(group) ?? group),
        ...{ severity, verdict, statement, observed, expected },
        ...(basis && { basis }),
        ...(quality && { quality }),
        actions: own.map((action) => action.id),
        progress: toProgress(states.get(id), now),
      }
    }),
    actions: actions.map(toAction),
    verified: progress
      .filter(({ status }) => status === 'verified')
      .toSorted((one, other) => other.changed_at.getTime() - one.changed_at.getTime())
      .map((row) => ({
        requirement: row.requirement,
        statement: rows.get(row.requirement)?.statement ?? '',
        progress: toProgress(row, now),
      })),
  }
}

function toAction({ id, title, effort, gain, remedy }: Action): FindingProgressList['actions'][number] {
  const written = remedy && {
    why: remedy.why,
    usersNotice: remedy.usersNotice,
    licence: remedy.licence,
    verified: remedy.verified,
  }
  return {
    id,
    title,
    ...(effort && { effort }),
    ...(gain && { gain: Math.round(gain.score * 10) / 10 }),
    ...written,
    steps: (remedy?.steps ?? []).map(({ text, link }) => ({ text, ...(link && { link: { ...link } }) })),
    documentation: (remedy?.documentation ?? []).map((link) => ({ ...link })),
  }
}

/**
 * Plans the repair of findings, marks them as done, or opens them again. Only findings of the newest completed run can
 * be changed: NOT_FOUND otherwise. A state that has not changed is not recorded again.
 */
export async function changeFindingProgress(
  app: App,
  actor: Actor,
  customerId: string,
  change: FindingProgressChange,
): Promise<ChangedFindings> {
  const at = app.now()
  await requireCustomer(app.db, actor, customerId)
  const findings = { partnerId: actor.partnerId, customerId, product: requireFramework(change.product).id }
  validateProgress(change, at)
  const requirements = [...new Set(change.requirements)]
  const runs = await listNewestRuns(app, actor.partnerId, customerId)
  const newest = runs.find(({ product }) => product === findings.product)
  requireFindings(await findResult(app, actor.partnerId, newest), requirements)
  return await app.db.transaction().execute(async (tx) => {
    await requireCustomer(tx, actor, customerId)
    if (change.ownerId !== undefined) await requireOwner(tx, actor, change.ownerId)
    const known = new Map((await lockProgress(tx, findings)).map((row) => [row.requirement, row]))
    const states = requirements.map((requirement) => {
      const before = known.get(requirement)
      const after = setByPerson(before, change, { personId: actor.id, at })
      return { requirement, before, after: isSameState(before, after) && before ? before : after }
    })
    const changed = states.filter(({ before, after }) => !isSameState(before, after))
    await upsertProgress(
      tx,
      changed.map(({ requirement, after }) => toRow(findings, requirement, after)),
    )
    await recordChanges(
      tx,
      actor,
      at,
      changed.map((each) => toChange(ACTIONS[change.status], findings, ownerOf(actor), each)),
    )
    return {
      findings: states.map(({ requirement, after }) => ({ requirement, progress: toProgress(after, at) })),
    }
  })
}

const ACTIONS = { open: 'finding.opened', planned: 'finding.planned', done: 'finding.done' } as const

function requireFindings(newest: { result: AssessmentResult } | undefined, requirements: readonly string[]): void {
  const outcomes = newest ? outcomesOf(newest.result) : new Map<string, string>()
  const missing = requirements.find((requirement) => outcomes.get(requirement) !== 'finding')
  if (missing === undefined) return
  const name = JSON.stringify(missing.slice(0, 50))
  throw new Problem('NOT_FOUND', { message: `${name} is not among the findings of the newest completed run.` })
}

/** Throws INVALID_FIELD unless the person belongs to the partner and may sign in. */
async function requireOwner(tx: Connection, { partnerId }: Actor, ownerId: string): Promise<void> {
  const [owner] = isId('usr', ownerId) ? await getMembers(tx, [ownerId]) : []
  const isOwn = owner?.account.kind === 'partner' && owner.account.id === partnerId && !owner.isBlocked
  if (!isOwn) throw refuse('INVALID_FIELD', ['ownerId'], 'must be somebody of your team who can sign in')
}

/** The run that a result comes from. */
interface AssessedFindings extends Findings {
  owner: LogOwner
  /** When the tenant was read. */
  readAt: Date
}

/**
 * Brings the progress of a customer's findings up to date with the result of a run, in the transaction that stores it: what is no
 * longer a finding is verified, and what was found again is open. The caller has locked the customer.
 */
export async function reconcileFindingProgress(
  tx: Connection,
  author: Principal,
  { owner, readAt, ...findings }: AssessedFindings,
  result: AssessmentResult,
  at: Date,
): Promise<void> {
  const rows = await lockProgress(tx, findings)
  if (rows.length === 0) return
  const outcomes = outcomesOf(result)
  const changed = rows.flatMap((before) => {
    const after = setByRun(before, outcomes.get(before.requirement), { readAt, at })
    return after ? [{ requirement: before.requirement, before, after }] : []
  })
  await upsertProgress(
    tx,
    changed.map(({ requirement, after }) => toRow(findings, requirement, after)),
  )
  await recordChanges(
    tx,
    author,
    at,
    changed.map((each) =>
      toChange(each.after.status === 'verified' ? 'finding.verified' : 'finding.reopened', findings, owner, each),
    ),
  )
}

/** A repair of a finding that somebody has planned, reported as done, or that a run has verified. */
export interface Repair {
  product: string
  requirement: string
  status: ProgressState['status']
  /** YYYY-MM-DD, of a planned one. */
  dueOn?: string
  /** Name of the person who repairs it. */
  owner?: string
}

/** The repairs of a customer of the partner, for every product. */
export async function listRepairs(app: App, partnerId: string, customerId: string): Promise<Repair[]> {
  const rows = await listCustomersProgress(app.db, partnerId, customerId)
  const owners = [...new Set(rows.flatMap(({ owner_id }) => owner_id ?? []))]
  const names = new Map((await getMembers(app.db, owners)).map(({ id, name }) => [id, name]))
  return rows.map(({ product, requirement, status, due_on, owner_id }) => {
    const owner = owner_id === null ? undefined : names.get(owner_id)
    return {
      product,
      requirement,
      status,
      ...(due_on !== null && { dueOn: due_on }),
      ...(owner !== undefined && { owner }),
    }
  })
}

const toRow = ({ partnerId, customerId, product }: Findings, requirement: string, state: ProgressState) => ({
  customer_id: customerId,
  partner_id: partnerId,
  product,
  requirement,
  status: state.status,
  owner_id: state.owner_id,
  due_on: state.due_on,
  changed_at: state.changed_at,
  changed_by: state.changed_by,
  read_at: state.read_at,
  reopened_at: state.reopened_at,
})

function toChange(
  action: AuditAction,
  { customerId, product }: Findings,
  owner: LogOwner,
  { requirement, before, after }: { requirement: string; before: ProgressState | undefined; after: ProgressState },
): Change {
  const show = ({ status, owner_id, due_on }: ProgressState) => ({
    status,
    ...(owner_id !== null && { ownerId: owner_id }),
    ...(due_on !== null && { dueOn: due_on }),
  })
  return {
    action,
    subject: customerId,
    owner,
    ...(before && { before: show(before) }),
    after: { product, requirement, ...show(after) },
  }
}
