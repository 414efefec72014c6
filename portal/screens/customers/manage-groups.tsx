import { useState } from 'preact/hooks'
import { fieldError } from '../../api.ts'
import { plural } from '../../format.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Failure } from '../../parts/notice.tsx'
import { useChange } from '../../queries.ts'
import type { Group } from './words.ts'

const CHANGES = { invalidates: ['/partner/portfolio'] }

/** Renames and deletes groups. */
export function ManageGroups({ groups, onClose }: { groups: readonly Group[]; onClose: () => void }) {
  return (
    <Dialog title="Groups" onClose={onClose}>
      <ul class="stack">
        {groups.map((group) => (
          <GroupRow key={group.id} group={group} />
        ))}
      </ul>
      {groups.length === 0 && <p>There are no groups left.</p>}
    </Dialog>
  )
}

function GroupRow({ group }: { group: Group }) {
  const rename = useChange('PUT /partner/groups/:id', CHANGES)
  const remove = useChange('DELETE /partner/groups/:id', CHANGES)
  const [name, setName] = useState(group.name)
  const [isDeleting, setDeleting] = useState(false)
  const input = { params: { id: group.id } }
  return (
    <li class="customer-group">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          rename.mutate({ ...input, body: { name } }, { onSuccess: () => notify('The group is renamed.') })
        }}
      >
        <Field
          label={plural(group.members.length, 'customer')}
          value={name}
          onChange={setName}
          error={fieldError(rename.error, 'name')}
          maxLength={60}
          required
        />
        <Button
          type="submit"
          label={`Rename ${group.name}`}
          busy={rename.isPending}
          disabledReason={name.trim() === group.name ? 'Type another name first.' : undefined}
        >
          Rename
        </Button>
        <Button
          look="danger"
          label={isDeleting ? `Delete ${group.name} now` : `Delete ${group.name}`}
          busy={remove.isPending}
          onClick={() => {
            if (!isDeleting) return setDeleting(true)
            remove.mutate(input, { onSuccess: () => notify('The group is deleted. Its customers stay.') })
          }}
        >
          {isDeleting ? 'Delete now' : 'Delete'}
        </Button>
      </form>
      {remove.error && <Failure error={remove.error} />}
    </li>
  )
}
