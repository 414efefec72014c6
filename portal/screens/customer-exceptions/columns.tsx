import { formatDate } from '../../format.ts'
import { frameworkName } from '../../frameworks.ts'
import { DownIcon } from '../../parts/icons.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Badge } from '../../parts/notice.tsx'
import type { Column } from '../../parts/table.tsx'
import { type Exception, KINDS, stateOf } from './words.ts'

/** A dialog about one of them. */
export interface OpenException {
  what: 'renew' | 'end'
  exception: Exception
}

export interface ColumnOptions<E extends Exception> {
  onOpen: (open: OpenException) => void
  /** Why nothing can be changed. */
  disabledReason: string | undefined
  /** What its menu is called after; by default what it is about. */
  nameOf?: (exception: E) => string
}

/** What an exception is about, in a few words. */
export const subjectOf = ({ id, requirement, object }: Exception): string => requirement ?? object ?? id

/** The columns of a list of exceptions. */
export function columnsOf<E extends Exception>({
  onOpen,
  disabledReason,
  nameOf = subjectOf,
}: ColumnOptions<E>): readonly Column<E>[] {
  return [
    {
      id: 'about',
      header: 'About',
      isName: true,
      cell: ({ requirement, statement = requirement, product, object }) => (
        <>
          {statement ?? <span class="long">{object}</span>}
          {requirement !== undefined && (
            <p class="soft small">
              {[product && frameworkName(product), requirement, object].filter(Boolean).join(', ')}
            </p>
          )}
        </>
      ),
    },
    { id: 'kind', header: 'Kind', narrow: true, cell: ({ kind }) => KINDS[kind].label },
    {
      id: 'reason',
      header: 'Reason',
      cell: ({ reason, approver }) => (
        <>
          {reason}
          <p class="soft small">Decided by {approver}</p>
        </>
      ),
    },
    {
      id: 'ends',
      header: 'Until',
      cell: (exception) => {
        const { tone, words } = stateOf(exception, new Date())
        return (
          <>
            <Badge tone={tone}>{words}</Badge>
            <p class="soft small line">{formatDate(exception.expiresAt)}</p>
          </>
        )
      },
      sort: ({ expiresAt }) => expiresAt,
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      narrow: true,
      cell: (exception) => (
        <Menu
          class="button small"
          label={`Actions for ${nameOf(exception)}`}
          items={[
            { label: 'Renew', onPick: () => onOpen({ what: 'renew', exception }), disabledReason },
            {
              label: 'End',
              danger: true,
              onPick: () => onOpen({ what: 'end', exception }),
              disabledReason,
            },
          ]}
        >
          Actions
          <DownIcon />
        </Menu>
      ),
    },
  ]
}
