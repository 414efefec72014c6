/** Where the settings of each Office application live in the settings catalogue. */

export const WORD = 'user_vendor_msft_policy_config_word16v2~policy~l_microsoftofficeword~l_wordoptions~l_security'
export const EXCEL = 'user_vendor_msft_policy_config_excel16v2~policy~l_microsoftofficeexcel~l_exceloptions~l_security'
export const EXCEL_V3 =
  'user_vendor_msft_policy_config_excel16v3~policy~l_microsoftofficeexcel~l_exceloptions~l_security'
export const POWERPOINT =
  'user_vendor_msft_policy_config_ppt16v2~policy~l_microsoftofficepowerpoint~l_powerpointoptions~l_security'
export const ACCESS =
  'user_vendor_msft_policy_config_access16v2~policy~l_microsoftofficeaccess~l_applicationsettings~l_security'
export const VISIO = 'user_vendor_msft_policy_config_visio16v2~policy~l_microsoftvisio~l_visiooptions~l_security'
export const PROJECT = 'user_vendor_msft_policy_config_proj16v2~policy~l_proj~l_projectoptions~l_security'
export const PUBLISHER = 'user_vendor_msft_policy_config_pub16v2~policy~l_microsoftofficepublisher~l_security'
export const OUTLOOK = 'user_vendor_msft_policy_config_outlk16v2~policy~l_microsoftofficeoutlook~l_security'
export const OFFICE = 'user_vendor_msft_policy_config_office16v2~policy~l_microsoftofficesystem'
