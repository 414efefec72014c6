export const CENTRAL_LOG_NOT_READ = 'Whether the events are collected centrally is not seen here.'
