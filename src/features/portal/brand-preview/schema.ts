import { type Static, Type } from 'typebox'

/** The form of the preview: a field that is empty is not chosen. */
export const PreviewForm = Type.Object({
  /** By default the report. */
  page: Type.Optional(Type.Enum(['report', 'email', 'questionnaire', 'approval'])),
  name: Type.Optional(Type.String({ maxLength: 200 })),
  colour: Type.Optional(Type.String({ maxLength: 20 })),
  timeZone: Type.Optional(Type.String({ maxLength: 64 })),
  locale: Type.Optional(Type.String({ maxLength: 20 })),
  logoType: Type.Optional(Type.String({ maxLength: 20 })),
  contactEmail: Type.Optional(Type.String({ maxLength: 254 })),
  contactPhone: Type.Optional(Type.String({ maxLength: 40 })),
  contactWebsite: Type.Optional(Type.String({ maxLength: 200 })),
  logoData: Type.Optional(Type.String()),
})
export type PreviewForm = Static<typeof PreviewForm>
