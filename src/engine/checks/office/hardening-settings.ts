export const TEMPLATES = ['office', 'word', 'excel', 'powerpoint', 'access', 'visio', 'project'].map(
  (name) => `microsoft ${name}`,
)

/** It delivers the same policies to whoever signs in to Office on any device, and Graph does not show them. */
export const CLOUD_POLICY = { name: 'Cloud Policy for Microsoft 365' }
