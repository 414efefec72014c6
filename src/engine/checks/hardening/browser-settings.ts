export const OTHER_BROWSERS = 'Only Microsoft Edge and Internet Explorer are read; other browsers are not seen.'
export const TEMPLATES = ['microsoft edge']

/** It delivers policies to everyone who signs in to Edge on any device, and Graph does not show them. */
export const EDGE_SERVICE = { name: 'the Edge management service' }
