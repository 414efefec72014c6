/** Texts of the pages at an address that does not lead to a report. */
export const ADDRESSES = {
  unknownEdition: {
    title: 'This edition does not exist',
    lead: 'A report has three editions. Choose one:',
  },
  unknownFormat: {
    title: 'This format does not exist',
    lead: 'You can get this report in these formats:',
  },
  otherFormat: {
    title: 'This edition does not come in this format',
    lead: 'You can get it in these formats:',
  },
  editions: {
    owner: 'For the owner: what the result means, and the plan',
    technical: 'Technical: what to fix, and how',
    full: 'Full: every requirement, with the evidence',
  },
  formats: {
    html: 'Web page',
    pdf: 'PDF',
    xlsx: 'Excel',
    csv: 'CSV',
    json: 'JSON',
    oscal: 'OSCAL',
    ocsf: 'OCSF',
  },
  unknownProduct: {
    title: 'This framework does not exist',
    lead: 'The address names a framework that does not exist.',
    next: 'Open the report on all frameworks',
  },
  notYet: {
    title: 'No report yet',
    lead: 'The report appears at this address as soon as an assessment has been completed.',
    next: 'Check again now',
  },
} as const
