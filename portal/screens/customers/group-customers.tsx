import { useState } from 'preact/hooks'
import { fieldError } from '../../api.ts'
import { plural } from '../../format.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
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
  const error = create.error ?? assign.error
  const nameError = fieldError(create.error, 'name')
  const submit = async (): Promise<void> => {
    try {
      const groupId = isNew ? (await create.mutateAsync({ body: { name } })).id : chosen
      // Another try must not create the group again.
      setChosen(groupId)
      const wanted = isNew ? 'add' : change
      const { changed } = await assign.mutateAsync({ body: { ...selection, groupId, change: wanted } })
      notify(`${plural(changed, 'customer')} ${wanted === 'add' ? 'added to' : 'removed from'} the group.`)
      onClose()
    } catch {
      // The form shows it.
    }
  }
  return (
    <Dialog title="Group customers" onClose={onClose}>
      <Form
        error={nameError === undefined ? error : undefined}
        onSubmit={() => {
          if (!create.isPending && !assign.isPending) void submit()
        }}
        actions={
          <>
            <Button type="submit" look="primary" busy={create.isPending || assign.isPending}>
              {!isNew && change === 'remove' ? 'Remove from group' : 'Add to group'}
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </>
        }
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
          <Field label="Name of the group" value={name} onChange={setName} error={nameError} maxLength={60} required />
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
      </Form>
    </Dialog>
  )
}
