import { useState } from 'preact/hooks'
import type { Reads } from '../../endpoints.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Card } from '../../parts/screen.tsx'
import { useChange } from '../../queries.ts'
import { useRoleReason } from '../../session.ts'
import { hasFactor } from './words.ts'

type Team = Reads['/team']

const RULES: Readonly<Record<Team['secondFactorFor'], string>> = {
  nobody: 'Nobody needs a second factor. Everybody can add one under My security.',
  admins: 'Owners and administrators need a second factor. Others can add one under My security.',
  everybody: 'Everybody needs a second factor.',
}

/** Who needs a second factor, and the owner's switch for everybody. */
export function FactorRule({ team }: { team: Team }) {
  const refusal = useRoleReason('owner')
  const [isOpen, setOpen] = useState(false)
  const isForAll = team.secondFactorFor === 'everybody'
  const without = team.people.filter((person) => person.factors !== undefined && !hasFactor(person)).length
  return (
    <Card
      title="Second factor"
      actions={
        <Button size="small" disabledReason={refusal} onClick={() => setOpen(true)}>
          {isForAll ? 'Stop requiring it from everybody' : 'Require it from everybody'}
        </Button>
      }
    >
      <p>
        {RULES[team.secondFactorFor]} {without > 0 && <WithoutFactor count={without} />}
      </p>
      {isOpen && <SetRule isForAll={!isForAll} without={without} onClose={() => setOpen(false)} />}
    </Card>
  )
}

const WithoutFactor = ({ count }: { count: number }) => (
  <span>{count === 1 ? 'One person has none yet.' : `${count} people have none yet.`}</span>
)

function SetRule({ isForAll, without, onClose }: { isForAll: boolean; without: number; onClose: () => void }) {
  const change = useChange('PUT /team/factor-rule', { invalidates: ['/team', '/me/factors'] })
  return (
    <Confirm
      title={isForAll ? 'Require a second factor from everybody?' : 'Stop requiring a second factor from everybody?'}
      action={isForAll ? 'Require it' : 'Stop requiring it'}
      look={isForAll ? 'primary' : 'danger'}
      onConfirm={async () => {
        await change.mutateAsync({ body: { isForAll } })
        notify(
          isForAll ? 'Everybody needs a second factor now.' : 'A second factor is no longer required from everybody.',
        )
      }}
      onClose={onClose}
    >
      {isForAll ? (
        <>
          <p>People without one must set it up before they can do anything else, even in open sessions.</p>
          {without > 0 && (
            <p>
              <WithoutFactor count={without} />
            </p>
          )}
        </>
      ) : (
        <p>Existing second factors stay, and are still required at sign-in.</p>
      )}
    </Confirm>
  )
}
