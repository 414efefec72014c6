import { useEffect, useState } from 'preact/hooks'
import { leaveAfter } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Failure, Notice } from '../../parts/notice.tsx'
import { Card } from '../../parts/screen.tsx'
import { useChange, useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { brandName } from './words.ts'

/** A card counts within seconds of its page at Stripe, which leads back here. */
const RETURN_POLL_MS = 2_000
const RETURNED_MS = 30_000

/** How invoices are paid. Cards and addresses are entered on pages of Stripe's: none of them reaches this service. */
export function Payment() {
  const { values, set } = useSearch()
  const hasReturned = values.card === 'added'
  useEffect(() => {
    if (!hasReturned) return undefined
    const timer = setTimeout(() => set({ card: undefined }), RETURNED_MS)
    return () => clearTimeout(timer)
  }, [hasReturned])
  const read = useRead('/partner/billing/card', hasReturned ? { pollMs: RETURN_POLL_MS } : {})
  const invoices = useRead('/partner/billing/invoices')
  const hasSent = invoices.data?.invoices.some(({ status, isSent }) => status === 'open' && isSent) ?? false
  const enterCard = useChange('POST /partner/billing/card-page')
  const openAddress = useChange('POST /partner/billing/address-page')
  const [error, setError] = useState<unknown>()
  const follow = async (open: () => Promise<{ url: string }>): Promise<void> => {
    setError(undefined)
    try {
      await leaveAfter(async () => (await open()).url)
    } catch (failure) {
      setError(failure)
    }
  }
  return (
    <Card title="Payment">
      <div class="stack">
        {error ? <Failure error={error} /> : null}
        {hasReturned && <Notice tone="info">Your card is saved, and shown here within seconds.</Notice>}
        <Loaded read={read} lines={2}>
          {({ card }) => (
            <>
              <p>
                {card
                  ? `Invoices are charged to the ${brandName(card.brand)} card ending in ${card.last4}, valid until ${String(card.expiryMonth).padStart(2, '0')}/${card.expiryYear}.`
                  : 'Invoices are sent by email and are due within 14 days. With a card they are paid automatically.'}
              </p>
              {card && hasSent && (
                <p>
                  The open invoice below was sent before you added the card, so it is not charged automatically. Pay it
                  below.
                </p>
              )}
              <div class="row">
                <Button busy={enterCard.isPending} onClick={() => void follow(() => enterCard.mutateAsync({}))}>
                  {card ? 'Replace the card' : 'Add a card'}
                </Button>
                <Button busy={openAddress.isPending} onClick={() => void follow(() => openAddress.mutateAsync({}))}>
                  Billing address and tax id
                </Button>
              </div>
              <p class="soft small">Both open a page of Stripe, our payment processor, and return here.</p>
            </>
          )}
        </Loaded>
      </div>
    </Card>
  )
}
