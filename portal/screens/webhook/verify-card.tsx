import { useState } from 'preact/hooks'
import { Code } from '../../parts/call.tsx'
import { Card } from '../../parts/screen.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import type { Webhook } from '../webhooks/words.ts'
import { LANGUAGES, type Language, verificationCode } from './verification-code.ts'

/** How a receiver makes sure that a call comes from here. */
export function VerifyCard({ webhook: { url } }: { webhook: Webhook }) {
  const [language, setLanguage] = useState<Language>('node')
  return (
    <Card title="Verify the signature" wide>
      <div class="stack">
        <p class="soft">
          Compute the HMAC-SHA256 of the body exactly as it arrived, with the secret as key, and compare it with the
          header <code>X-Service-Signature</code>. The other headers follow Standard Webhooks, so its libraries work,
          too.
        </p>
        <div>
          <Tabs label="Language" tabs={LANGUAGES} current={language} onChange={setLanguage}>
            <Code text={verificationCode(language, url)} what="code" />
          </Tabs>
        </div>
      </div>
    </Card>
  )
}
