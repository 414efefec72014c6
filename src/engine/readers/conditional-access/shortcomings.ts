import { texts } from '../../../shared/json.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { some } from '../results/sentences.ts'
import { EVERYTHING_ELSE, resourceNames } from './applications.ts'
import { SOME_CLIENTS } from './condition-mask.ts'
import { resourcesAsked } from './coverage-state.ts'
import { type AccessDemand, type Policy, strengthsOf } from './policies.ts'
import { coversResource } from './resources.ts'
import { grantShortcoming } from './weak-grants.ts'

/** Why a policy meets the demand only in part, phrased to follow "it". */
export function shortcomingsOf(tenant: TenantReading, policy: Policy, demand: AccessDemand): string[] {
  const weak = grantShortcoming(policy, demand, strengthsOf(tenant))
  return [
    ...(weak === undefined ? [] : [weak]),
    ...narrowedBy(policy, demand),
    ...(policy.scope.unusable === undefined ? [] : [policy.scope.unusable]),
    ...resourcesLeftOut(tenant, policy, demand),
  ]
}

/** The mask's words about clients are about modern ones; of the legacy clients, a policy may cover only one kind. */
function narrowedBy({ mask, conditions }: Policy, { clients }: AccessDemand): string[] {
  if (clients === 'modern') return mask.narrowedBy
  const named = texts(conditions.clientAppTypes)
  const both = named.includes('all') || (named.includes('exchangeActiveSync') && named.includes('other'))
  return [
    ...mask.narrowedBy.filter((words) => words !== SOME_CLIENTS),
    ...(both ? [] : ['covers only one kind of legacy clients']),
  ]
}

function resourcesLeftOut(tenant: TenantReading, { resources }: Policy, demand: AccessDemand): string[] {
  if (resources.unusable !== undefined) return [resources.unusable]
  const left = resourcesAsked(tenant, demand).filter((resource) => !coversResource(resources, resource))
  if (left.includes(EVERYTHING_ELSE)) return ['covers only some resources']
  return left.length > 0 ? [`leaves out ${some(left.map(resourceNames(tenant)))}`] : []
}
