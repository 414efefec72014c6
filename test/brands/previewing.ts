import { Agent, request } from 'undici'
import type { Api } from '../harness/api.ts'
import type { Portal } from '../portal/sessions.ts'
import type { Page } from '../questionnaires/visitor.ts'

/** Posts the form of the brand screen into its frame, as a browser does. */
export function previewer(api: Api) {
  const dispatcher = new Agent({ connect: { ca: api.ca } })
  return {
    async preview(
      { cookie }: Pick<Portal, 'cookie'>,
      form: Record<string, string>,
      site = 'same-origin',
    ): Promise<Page> {
      const { statusCode, headers, body } = await request(`${api.baseUrl}/brand/preview`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': site,
          ...(cookie && { cookie }),
        },
        body: new URLSearchParams(form).toString(),
        dispatcher,
      })
      return { status: statusCode, headers, text: await body.text() }
    },
    close: () => dispatcher.close(),
  }
}
