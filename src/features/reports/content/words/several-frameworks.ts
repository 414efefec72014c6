import { listText, plural } from './language.ts'

/** Reports by several frameworks. */
export const PARTS = {
  title: (framework: string, words: string): string =>
    `${framework}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`,
  area: (area: string, framework: string): string => `${area} (${framework})`,
  means: (frameworks: readonly string[], meaning: string): string => `${listText(frameworks)}: ${meaning}`,
  security: 'Security',
  /** A conclusion that frameworks before this one have as well. */
  alike: (conclusion: string, frameworks: readonly string[]): string =>
    `${conclusion.replace(/\.$/, '')}, as in ${listText(frameworks)}.`,
  alsoCritical: (critical: number, frameworks: readonly string[]): string =>
    `${plural(critical, 'critical weakness', 'critical weaknesses')} to close now, as many as in ${listText(frameworks)}.`,
  frameworks: (count: number): string => plural(count, 'framework'),
  missing: 'Not assessed yet, so it is not part of this report.',
  met: (count: number): string =>
    count === 1 ? 'The target is met in full.' : `The targets of all ${count} frameworks are met in full.`,
  nothing: 'No weakness is known in any framework.',
  nothingYet: 'no weakness is known so far.',
  tooLittle: (open: number, all: number, rest: string): string =>
    `Too little is known for a verdict${all === 1 ? '' : open === all ? ' in any framework' : ` in ${open} of ${all} frameworks`}; ${rest}`,
  /** What follows that too little is known. */
  certain: (critical: number, findings: number): string =>
    critical > 0
      ? `${plural(critical, 'critical weakness is', 'critical weaknesses are')} already certain.`
      : `${plural(findings, 'weakness is', 'weaknesses are')} already certain.`,
  /** How many targets are met, and how much there is to close. */
  verdict: (met: number, all: number, critical: number, findings: number): string =>
    `${
      all === 1
        ? 'The target is not met'
        : met === 0
          ? `None of the ${all} targets is met`
          : `${met} of the ${all} targets ${met === 1 ? 'is' : 'are'} met`
    }; ${
      critical > 0
        ? plural(critical, 'critical weakness', 'critical weaknesses')
        : plural(findings, 'weakness', 'weaknesses')
    } to close${critical > 0 ? ' now' : ''}.`,
  work: (actions: number, findings: number, shared: number): string =>
    `${plural(actions, 'action resolves', 'actions resolve')} ${findings === 1 ? 'the only finding' : `all ${findings} findings`}${
      shared === 0
        ? ''
        : `; ${shared === 1 ? 'one of the actions counts' : `${shared} of the actions count`} in more than one framework`
    }.`,
} as const
