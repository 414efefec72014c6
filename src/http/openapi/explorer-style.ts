/**
 * Our styles for the page that Swagger UI draws: the line above it, and darker colours where those of Swagger UI have too
 * little contrast. For light only, as Swagger UI is light in every colour scheme.
 */
export const EXPLORER_STYLE = `
.explorer { max-width: 1460px; margin: 0 auto; padding: 1rem 1.25rem 0; font: 1rem/1.5 system-ui, sans-serif; color: #3b4151 }
.explorer a, .swagger-ui a, .swagger-ui .info a, .swagger-ui .info .base-url, .swagger-ui a.nostyle:hover, .swagger-ui .link, .swagger-ui .info__contact a { color: #0c5a63 }
.swagger-ui a.nostyle, .swagger-ui a.nostyle:visited { color: #3b4151 }
.swagger-ui .info .title small { background: #4d5565 }
.swagger-ui .info .title small.version-stamp { background: #466202 }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1a5fa8 }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #1b7048 }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: #8f5200 }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b3261e }
.swagger-ui .btn.authorize { border-color: #1b7048; color: #1b7048 }
.swagger-ui .btn.authorize svg { fill: #1b7048 }
.swagger-ui .btn.cancel { border-color: #b3261e; color: #b3261e }
.swagger-ui .btn.execute { background: #1a5fa8; border-color: #1a5fa8; color: #fff }
.swagger-ui .parameter__name.required span, .swagger-ui .parameter__name.required:after, .swagger-ui .model .star, .swagger-ui table.headers .star { color: #b3261e }
.swagger-ui .parameter__in, .swagger-ui .parameter__extension, .swagger-ui .prop-format, .swagger-ui .response-col_links, .swagger-ui .tab li, .swagger-ui .model-hint { color: #4d5565 }
.swagger-ui .markdown code, .swagger-ui .renderedMarkdown code, .swagger-ui .prop-type { color: #5b2fa0 }
.swagger-ui .response-control-media-type__accept-message { color: #1b7048 }
.swagger-ui .microlight span[style*="rgb(211, 99, 99)"] { color: #ff9c9c !important }
.swagger-ui .json-schema-2020-12 *, .swagger-ui .json-schema-2020-12__title { color: #3b4151 }
`
