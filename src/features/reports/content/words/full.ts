/** Texts of the full edition that stand in one place only. */
export const FULL = {
  first: 'What to do first',
  meaning: 'What this means',
  trend: 'The trend',
  changes: 'What changed',
  unknown: 'What is known',
  about: 'About this report',
  inDetail: (groups: string): string => `${groups} in detail`,
  method:
    'The tenant was read once, without changing anything in it, and what it answered was evaluated requirement by requirement. People were asked about what a tenant cannot show. The report describes the state at that time. Evidence names the address in the tenant that was read, the place in its answer, and when.',
  times: (zone: string): string =>
    zone === 'UTC' ? 'All times are UTC.' : `All times are those of ${zone}, with the difference to UTC beside them.`,
  lacksGlyphs:
    'Some names have characters that the font of this document lacks; they are replaced by a replacement character. The web page of this report and its other formats show them.',
  otherTarget: (requested: string, product: string, evaluated: string): string =>
    `A target of level ${requested} was requested. ${product} ends at level ${evaluated} and was evaluated against that.`,
  verdicts: 'What the verdicts mean',
  efforts: 'What the efforts mean',
  levels: 'What the levels mean',
  levelsLead:
    'Each requirement has a level of its own. A reading of the tenant shows level 3 at most; where people answer as well, the lower of the two counts.',
} as const
