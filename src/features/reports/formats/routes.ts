import { Type } from 'typebox'
import { type Http, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { onStandby } from '../../../platform/database/standby/reads.ts'
import { actForPartner } from '../../accounts/service.ts'
import { MEDIA_TYPES } from './rules.ts'
import { ReportDocument, ReportQuery } from './schema.ts'
import { sendReportFile } from './send-file.ts'
import { getReportFile, type WantedReport } from './service.ts'

const tags = ['Assessments']

const description =
  'The report of a completed run as a file: a page, a PDF, a table, a workbook, or data for programs. The same run gives the same file unless the branding changes; send its ETag as If-None-Match to get a 304 if it has not changed.'

const Text = (words: string) => ({ schema: Type.String({ description: words }) })

const reportAnswer = {
  description: 'The report, in the media type of its format.',
  content: {
    [MEDIA_TYPES.json]: { schema: ReportDocument },
    [MEDIA_TYPES.html]: Text('One self-contained page.'),
    [MEDIA_TYPES.pdf]: { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) },
    [MEDIA_TYPES.xlsx]: { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) },
    [MEDIA_TYPES.csv]: Text('RFC 4180 in UTF-8 with a byte order mark, names in the first line.'),
    [MEDIA_TYPES.ocsf]: Text('One OCSF Compliance Finding (class 2003, version 1.8.0) as JSON on each line.'),
    [MEDIA_TYPES.oscal]: { schema: Type.Object({}, { title: 'OscalAssessmentResults', additionalProperties: true }) },
  },
}

/** The report of a partner's own run. */
export function partnerReportRoutes(http: Http, app: App): void {
  http.get(
    '/assessments/:id/report',
    {
      schema: {
        operationId: 'getReport',
        summary: "Read a run's report",
        description,
        tags,
        params: Type.Object({ id: Type.String({ description: 'Id of the run, prefix run_.' }) }),
        querystring: ReportQuery,
        response: {
          200: reportAnswer,
          ...problems('PARTNER_INACTIVE', 'NOT_FOUND', 'INVALID_FIELD', 'REPORT_NOT_READY'),
        },
      },
    },
    async ({ actor, params, query, headers, signal }, reply) => {
      const file = await onStandby(app, (reads) =>
        getReportFile(reads, actor.partnerId, params.id, toWanted(query), signal),
      )
      return sendReportFile(reply, file, headers['if-none-match'])
    },
  )
}

/** The report of a run of a distributor's partner. */
export function partnersReportRoutes(http: Http, app: App): void {
  http.get(
    '/partners/:id/assessments/:runId/report',
    {
      schema: {
        operationId: 'getPartnerReport',
        summary: "Read the report of a partner's run",
        description: `${description} The run belongs to one of your partners.`,
        tags,
        params: Type.Object({
          id: Type.String({ description: 'Id of the partner, prefix prt_.' }),
          runId: Type.String({ description: 'Id of the run, prefix run_.' }),
        }),
        querystring: ReportQuery,
        response: {
          200: reportAnswer,
          ...problems('DISTRIBUTOR_INACTIVE', 'NOT_FOUND', 'INVALID_FIELD', 'REPORT_NOT_READY'),
        },
      },
    },
    async ({ distributor, params, query, headers, signal }, reply) => {
      const { partnerId } = await actForPartner(app, distributor, params.id)
      const file = await onStandby(app, (reads) =>
        getReportFile(reads, partnerId, params.runId, toWanted(query), signal),
      )
      return sendReportFile(reply, file, headers['if-none-match'])
    },
  )
}

const toWanted = ({ format = 'html', edition }: ReportQuery): WantedReport => ({ format, ...(edition && { edition }) })
