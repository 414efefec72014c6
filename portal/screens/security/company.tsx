import { useState } from 'preact/hooks'
import type { Reads } from '../../endpoints.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { messageOf } from '../../parts/notice.tsx'
import { Card } from '../../parts/screen.tsx'
import { Time } from '../../parts/time.tsx'
import { useChange } from '../../queries.ts'
import { Entry } from './entry-list.tsx'

type Company = Reads['/me/factors']['company']

/** The person's account at the provider of their company. */
export function CompanySignIn({ company: { link, isRequired } }: { company: Company }) {
  const [isRemoving, setRemoving] = useState(false)
  const start = useChange('POST /me/factors/company')
  const open = async (): Promise<void> => {
    try {
      const { url } = await start.mutateAsync({})
      location.assign(url)
    } catch (error) {
      notify(messageOf(error), 'bad')
    }
  }
  return (
    <Card title="Company sign-in">
      {isRequired && <p>Your account requires sign-in through your company’s provider.</p>}
      {link ? (
        <ul class="entries">
          <Entry
            title={link.name}
            details={
              <>
                Linked <Time at={link.linkedAt} />,{' '}
                {link.lastUsedAt ? (
                  <>
                    last used <Time at={link.lastUsedAt} />
                  </>
                ) : (
                  'not used yet'
                )}
              </>
            }
            actions={
              <Button
                size="small"
                label={`Unlink ${link.name}`}
                disabledReason={isRequired ? 'It is your only way to sign in.' : undefined}
                onClick={() => setRemoving(true)}
              >
                Unlink
              </Button>
            }
          />
        </ul>
      ) : (
        <>
          <p class="soft">Sign in through your company’s provider instead of with your password.</p>
          <div class="row">
            <Button onClick={() => void open()} busy={start.isPending}>
              Link your account
            </Button>
          </div>
        </>
      )}
      {link && isRemoving && <Unlink name={link.name} onClose={() => setRemoving(false)} />}
    </Card>
  )
}

function Unlink({ name, onClose }: { name: string; onClose: () => void }) {
  const unlink = useChange('DELETE /me/factors/company', { invalidates: ['/me/factors'] })
  return (
    <Confirm
      title="Unlink your account?"
      action="Unlink account"
      onConfirm={async () => {
        await unlink.mutateAsync({})
        notify('Account unlinked.')
      }}
      onClose={onClose}
    >
      <p>
        <strong>{name}</strong> will no longer sign you in here, until it is linked again.
      </p>
    </Confirm>
  )
}
