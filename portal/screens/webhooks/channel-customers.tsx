import { readPortfolio } from '../../../src/shared/portal/portfolio.ts'
import { formatNumber } from '../../format.ts'
import { Combobox } from '../../parts/combobox.tsx'
import { CloseIcon } from '../../parts/icons.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Select } from '../../parts/select.tsx'
import { useRead } from '../../queries.ts'
import type { OnlyCustomers } from './channel-words.ts'

interface Props {
  /** Undefined: all customers. */
  only: OnlyCustomers | undefined
  onChange: (only: OnlyCustomers | undefined) => void
  error: string | undefined
}

/** Which customers a channel gets messages about: all of them, or some by name and by group. */
export function ChannelCustomers({ only, onChange, error }: Props) {
  return (
    <>
      <Select
        label="Customers"
        help={
          only &&
          'Messages that do not concern a customer, such as those about keys, are always sent. The weekly summary counts all customers.'
        }
        value={only ? 'some' : 'all'}
        onChange={(value) => onChange(value === 'some' ? { customers: [], groups: [] } : undefined)}
        options={[
          { value: 'all', label: 'All customers' },
          { value: 'some', label: 'Only some customers or groups' },
        ]}
        error={error}
      />
      {only && <Chosen only={only} onChange={onChange} />}
    </>
  )
}

function Chosen({ only, onChange }: { only: OnlyCustomers; onChange: Props['onChange'] }) {
  const portfolio = useRead('/partner/portfolio')
  return (
    <Loaded read={portfolio} lines={2}>
      {(data) => {
        const all = [
          ...data.groups.map(({ id, name }) => ({ id, label: name, hint: 'Group' })),
          ...readPortfolio(data).map(({ id, name }) => ({ id, label: name, hint: 'Customer' })),
        ]
        const chosen = [...only.groups, ...only.customers]
        const toggle = (option: string): void => {
          const part = data.groups.some((group) => group.id === option) ? 'groups' : 'customers'
          const was: readonly string[] = only[part]
          const next = was.includes(option) ? was.filter((other) => other !== option) : [...was, option]
          onChange({ ...only, [part]: next })
        }
        return (
          <div class="stack">
            <Combobox
              label="Add a customer or group"
              placeholder={`Search ${formatNumber(all.length)} names`}
              options={all.filter((option) => !chosen.includes(option.id))}
              onPick={(option) => toggle(option.id)}
              clears
            />
            {chosen.length > 0 && (
              <ul class="chips" aria-label="Chosen customers and groups">
                {chosen.map((one) => {
                  const name = all.find((option) => option.id === one)?.label ?? 'Deleted'
                  return (
                    <li key={one}>
                      <button type="button" class="chip" aria-label={`Remove ${name}`} onClick={() => toggle(one)}>
                        {name}
                        <CloseIcon />
                      </button>
                    </li>
                  )
                })}
              </ul>
            )}
          </div>
        )
      }}
    </Loaded>
  )
}
