export const TEMPLATES = ['office', 'word', 'excel', 'powerpoint', 'access', 'visio', 'project'].map(
  (name) => `microsoft ${name}`,
)
