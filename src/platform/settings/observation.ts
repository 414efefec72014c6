import { isIP } from 'node:net'
import { isLoopback } from '../client-address.ts'
import { asInteger, asText, asUrl, oneOf } from './parsers.ts'
import { optional, withDefault } from './setting.ts'

/** What operators see of the service while it runs. */
export const OBSERVATION_SETTINGS = {
  metricsPort: withDefault(
    'PLUMBLINE_METRICS_PORT',
    '9464',
    'Port on which Prometheus scrapes /metrics over plain HTTP; 0 turns metrics off.',
    asInteger(0, 65_535),
  ),
  metricsHost: withDefault(
    'PLUMBLINE_METRICS_HOST',
    '127.0.0.1',
    'IP address on which Prometheus scrapes /metrics; by default only this machine, 0.0.0.0 for every interface. Any address that other machines can reach requires PLUMBLINE_METRICS_TOKEN.',
    asIp,
  ),
  metricsToken: optional(
    'PLUMBLINE_METRICS_TOKEN',
    'At least 32 letters, digits, dashes or underscores, which clients of /metrics must send as a bearer token.',
    asToken,
  ),
  accessLog: withDefault(
    'PLUMBLINE_ACCESS_LOG',
    'off',
    'Whether each request is logged when its response ends: request id, route, status, milliseconds and account. The log never contains paths, query strings, keys or client addresses.',
    oneOf('on', 'off'),
  ),
  otlpEndpoint: optional(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'Where to send spans of requests, jobs, runs, calls to Microsoft Graph and webhooks, by OTLP over HTTP, as in http://localhost:4318. Without it, OpenTelemetry is not loaded.',
    asUrl('http:', 'https:'),
  ),
  otelServiceName: withDefault('OTEL_SERVICE_NAME', 'plumbline', 'Name of the service in those spans.', asText),
} as const

function asIp(text: string): string {
  if (isIP(text) === 0) throw new Error('must be an IP address, as in 127.0.0.1')
  return text
}

function asToken(text: string): string {
  if (!/^[\w-]{32,}$/.test(text)) throw new Error('must be at least 32 letters, digits, dashes or underscores')
  return text
}

/** What is wrong with these settings together. */
export function findMetricsProblem(settings: {
  metricsPort?: unknown
  metricsHost?: unknown
  metricsToken?: unknown
}): string | undefined {
  const { metricsPort, metricsHost, metricsToken } = settings
  if (metricsPort === 0 || typeof metricsHost !== 'string' || isLoopback(metricsHost) || metricsToken !== undefined)
    return undefined
  return 'Other machines can reach PLUMBLINE_METRICS_HOST: set PLUMBLINE_METRICS_TOKEN as well.'
}
