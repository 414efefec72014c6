import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { DownIcon } from '../../parts/icons.tsx'
import { Menu } from '../../parts/menu.tsx'
import { toSearch } from '../../paths.ts'
import { useRoleReason } from '../../session.ts'
import type { Values } from './filter.ts'
import { GroupCustomers } from './group-customers.tsx'
import { ManageGroups } from './manage-groups.tsx'
import { Remind } from './remind.tsx'
import { Sheets } from './sheets.tsx'
import { StartRuns } from './start-runs.tsx'
import { type Group, plainCount, type Selection } from './words.ts'

interface ActionsProps {
  /** All that match, or those of them that are selected. */
  selection: Selection
  count: number
  groups: readonly Group[]
  /** The address, whose filter and order a file has. */
  values: Values
}

const FILE = '/portal/api/partner/portfolio/file'

/** What can be done with all customers that the filter matches, whether they are in view or not. */
export function Actions({ selection, count, groups, values }: ActionsProps) {
  const roleReason = useRoleReason('technician')
  const [open, setOpen] = useState<'runs' | 'remind' | 'group' | 'groups' | 'sheets'>()
  const reason = roleReason ?? (count === 0 ? 'No customer matches.' : undefined)
  const props = { selection, about: plainCount(count), onClose: () => setOpen(undefined) }
  const fileOf = (format: string): string =>
    FILE + toSearch({ ...selection.filter, sort: values.sort, down: values.down, format })
  return (
    <div class="row">
      <Button disabledReason={reason} onClick={() => setOpen('runs')}>
        Start runs
      </Button>
      <Menu
        label="More actions"
        items={[
          { label: 'Send reminders', onPick: () => setOpen('remind'), disabledReason: reason },
          { label: 'Group customers', onPick: () => setOpen('group'), disabledReason: reason },
          ...(groups.length > 0
            ? [{ label: 'Rename and delete groups', onPick: () => setOpen('groups'), disabledReason: roleReason }]
            : []),
          {
            label: 'Quarterly sheets as PDF',
            onPick: () => setOpen('sheets'),
            disabledReason: count === 0 ? 'No customer matches.' : undefined,
          },
          { label: 'Download as CSV', href: fileOf('csv') },
          { label: 'Download as Excel workbook', href: fileOf('xlsx') },
        ]}
      >
        More
        <DownIcon />
      </Menu>
      {open === 'runs' && <StartRuns {...props} />}
      {open === 'remind' && <Remind {...props} />}
      {open === 'group' && <GroupCustomers {...props} groups={groups} />}
      {open === 'sheets' && <Sheets {...props} count={count} />}
      {open === 'groups' && <ManageGroups groups={groups} onClose={props.onClose} />}
    </div>
  )
}
