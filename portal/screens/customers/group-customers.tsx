import { useState } from 'preact/hooks'
import { fieldError } from '../../api.ts'
import { plural } from '../../format.ts'
import { notify } from '../../parts/announce.ts'
import { Field } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Select } from '../../parts/select.tsx'
import { useChange } from '../../queries.ts'
import type { ActionProps } from './start-runs.tsx'
import type { Group } from './words.ts'

const CHANGES = { invalidates: ['/partner/portfolio'] }
const NEW = 'new'

/** Adds customers to a group, which may be a new one, or removes them from one. */
export function GroupCustomers({ selection, about, groups, onClose }: ActionProps & { groups: readonly Group[] }) {
  const create = useChange('POST /partner/groups', CHANGES)
  const assign = useChange('POST /partner/portfolio/groups', CHANGES)
  const [chosen, setChosen] = useState<string>(groups[0]?.id ?? NEW)
  const [name, setName] = useState('')
  const [change, setChange] = useState<'add' | 'remove'>('add')
  const isNew = chosen === NEW
  const submit = async (): Promise<void> => {
    const groupId = isNew ? (await create.mutateAsync({ body: { name } })).id : chosen
    // Another try must not create the group again.
    setChosen(groupId)
    const wanted = isNew ? 'add' : change
    const { changed } = await assign.mutateAsync({ body: { ...selection, groupId, change: wanted } })
    notify(`${plural(changed, 'customer')} ${wanted === 'add' ? 'added to' : 'removed from'} the group.`)
    onClose()
  }
  return (
    <FormDialog
      title="Group customers"
      action={!isNew && change === 'remove' ? 'Remove from group' : 'Add to group'}
      change={{ error: create.error ?? assign.error, isPending: create.isPending || assign.isPending }}
      fields={['name']}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{about}.</p>
      {groups.length > 0 && (
        <Select
          label="Group"
          value={chosen}
          onChange={setChosen}
          options={[
            ...groups.map(({ id, name }) => ({ value: id, label: name })),
            { value: NEW, label: 'A new group' },
          ]}
        />
      )}
      {isNew ? (
        <Field
          label="Name of the group"
          value={name}
          onChange={setName}
          error={fieldError(create.error, 'name')}
          maxLength={60}
          required
        />
      ) : (
        <Select
          label="What to do"
          value={change}
          onChange={setChange}
          options={[
            { value: 'add', label: 'Add them' },
            { value: 'remove', label: 'Remove them' },
          ]}
        />
      )}
    </FormDialog>
  )
}
