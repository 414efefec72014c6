export const CENTRAL = 'Whether the events are collected centrally is not seen here.'
