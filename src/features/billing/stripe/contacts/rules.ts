/** The job that copies a partner's company and address to Stripe; its payload is `{ partnerId }`. */
export const CONTACT_TASK = 'billing.contact'
