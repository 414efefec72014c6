import { AUDIT_ACTIONS, actionName } from '../../../src/shared/portal/audit-actions.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Filters } from '../../parts/filters.tsx'
import { Screen } from '../../parts/screen.tsx'
import { toSearch } from '../../paths.ts'
import { useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { useSession } from '../../session.ts'
import { readFilter } from './filter.ts'
import { AuditLog } from './log.tsx'

const ACTIONS = AUDIT_ACTIONS.map((value) => ({ value, label: actionName(value) })).toSorted((one, other) =>
  one.label.localeCompare(other.label),
)

/** Who changed what, in sentences. Filters, position and the open entry are in the address. */
export default function AuditScreen() {
  const { account } = useSession()
  const { values, set } = useSearch()
  const filter = readFilter(values)
  const isFiltered = Object.keys(filter).length > 0
  return (
    <Screen
      title="Audit trail"
      intro="Who changed what, when and from where."
      call={{ title: 'List the audit trail', path: `/audit${toSearch(filter)}` }}
      actions={
        <a class="button" href={`/portal/api/${account.kind}/audit/file${toSearch(filter)}`} download="audit.csv">
          Export as CSV
        </a>
      }
    >
      <div class="audit-filters">
        <Filters fields={useFields()} />
      </div>
      <AuditLog
        filter={filter}
        none={
          isFiltered ? (
            <EmptyState title="No such changes">Nothing in the audit trail matches these filters.</EmptyState>
          ) : (
            <EmptyState title="No changes yet">
              Every change by a person, a program or the service appears here.
            </EmptyState>
          )
        }
        onFollow={(object) => set({ object, entry: undefined, cursor: undefined }, { push: true })}
      />
    </Screen>
  )
}

/** People by name, and programs, which act as the account. */
function useFields() {
  const { account, visit } = useSession()
  // Visitors do not learn who belongs to the partner.
  const team = useRead('/team', { enabled: visit === undefined })
  const people = (team.data?.people ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return [
    {
      key: 'person',
      label: 'Person',
      options: [...people, { value: account.id, label: 'Programs with an API key' }],
    },
    { key: 'action', label: 'Action', options: ACTIONS },
    { key: 'object', label: 'Object', kind: 'text', placeholder: 'cust_…' },
    { key: 'since', label: 'From', kind: 'date' },
    { key: 'until', label: 'To', kind: 'date' },
  ] as const
}
