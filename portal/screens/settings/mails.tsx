import { useState } from 'preact/hooks'
import type { Reads } from '../../endpoints.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Checkbox } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Card } from '../../parts/screen.tsx'
import { useChange, useRead } from '../../queries.ts'
import { useSession } from '../../session.ts'
import { type Topic, topicWords } from './words.ts'

type Topics = Reads['/me/notifications']['topics']

/** Which emails somebody gets. */
export function Mails() {
  const read = useRead('/me/notifications')
  return (
    <Card title="Email notifications">
      <Loaded read={read} lines={8}>
        {({ topics }) => <Choices topics={topics} />}
      </Loaded>
    </Card>
  )
}

function Choices({ topics }: { topics: Topics }) {
  const { person, account } = useSession()
  const [changes, setChanges] = useState<ReadonlyMap<Topic, boolean>>(new Map())
  const save = useChange('PUT /me/notifications', { invalidates: ['/me/notifications'] })
  const changed = topics.flatMap(({ topic, isWanted }) => {
    const chosen = changes.get(topic) ?? isWanted
    return chosen === isWanted ? [] : { topic, isWanted: chosen }
  })
  const submit = async (): Promise<void> => {
    try {
      await save.mutateAsync({ body: { topics: changed } })
      setChanges(new Map())
      notify('Saved.')
    } catch {
      // The form shows it.
    }
  }
  return (
    <Form
      error={save.error}
      onSubmit={() => {
        if (!save.isPending && changed.length > 0) void submit()
      }}
      actions={
        <Button
          type="submit"
          look="primary"
          busy={save.isPending}
          disabledReason={changed.length === 0 ? 'There are no changes to save.' : undefined}
        >
          Save notifications
        </Button>
      }
    >
      <p class="soft">
        They go to {person.email} and are about {account.name}. Emails about your own sign-in, such as a new password or
        a sign-in from a new place, are always sent.
      </p>
      {topics.map(({ topic, isWanted, isAlways }) => {
        const { label, help } = topicWords(topic, account.kind)
        return (
          <Checkbox
            key={topic}
            label={label}
            help={isAlways ? `${help} You always get these, because they are about access or money.` : help}
            checked={changes.get(topic) ?? isWanted}
            disabled={isAlways}
            onChange={(isChosen) => setChanges(new Map(changes).set(topic, isChosen))}
          />
        )
      })}
    </Form>
  )
}
