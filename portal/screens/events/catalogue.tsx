import type { Reads } from '../../endpoints.ts'
import { Code } from '../../parts/call.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Table } from '../../parts/table.tsx'
import { useRead } from '../../queries.ts'

type Kind = Reads['/{account}/event-types']['eventTypes'][number]

/** Every kind of event: when it is emitted, a sample body, and what its fields mean. */
export function Catalogue() {
  const kinds = useRead('/{account}/event-types')
  return (
    <Loaded read={kinds} lines={10}>
      {({ eventTypes }) => (
        <div class="disclosures">
          {eventTypes.map((kind) => (
            <details key={kind.type} class="disclosure">
              <summary>
                <code>{kind.type}</code>
                <span class="soft">
                  {kind.meaning.replaceAll('`', '')}
                  {kind.optional && ' Optional: only sent to webhooks that list it.'}
                </span>
              </summary>
              <Sample kind={kind} />
            </details>
          ))}
        </div>
      )}
    </Loaded>
  )
}

function Sample({ kind }: { kind: Kind }) {
  return (
    <div class="stack">
      <h2>Sample body</h2>
      <Code text={JSON.stringify(kind.sample, undefined, 2)} what={`sample of ${kind.type}`} />
      <h2>
        Fields of <code>data</code>
      </h2>
      <Table
        caption={`Fields of ${kind.type}`}
        columns={[
          { id: 'name', header: 'Field', cell: ({ name }) => <code>{name}</code>, isName: true },
          { id: 'type', header: 'Type', cell: ({ type }) => type },
          { id: 'meaning', header: 'Meaning', cell: ({ meaning }) => meaning || '–' },
        ]}
        rows={kind.fields}
        rowKey={({ name }) => name}
      />
    </div>
  )
}
