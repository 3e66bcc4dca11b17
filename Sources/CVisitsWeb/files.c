#include "CVisitsWeb.h"

/* clang knows #embed in every C, and says that it belongs to C23. */
#pragma clang diagnostic ignored "-Wc23-extensions"

#if !__has_embed("../../.build-web/preact.js")
#error "Preact is missing. Run this first: bash -c '. scripts/lib.sh && need_preact'"
#endif

static const unsigned char data_ahead_js[] = {
#embed "../VisitsWeb/App/data/ahead.js"
};

static const unsigned char data_api_js[] = {
#embed "../VisitsWeb/App/data/api.js"
};

static const unsigned char data_app_js[] = {
#embed "../VisitsWeb/App/data/app.js"
};

static const unsigned char data_clock_js[] = {
#embed "../VisitsWeb/App/data/clock.js"
};

static const unsigned char data_database_js[] = {
#embed "../VisitsWeb/App/data/database.js"
};

static const unsigned char data_daybook_js[] = {
#embed "../VisitsWeb/App/data/daybook.js"
};

static const unsigned char data_days_js[] = {
#embed "../VisitsWeb/App/data/days.js"
};

static const unsigned char data_language_js[] = {
#embed "../VisitsWeb/App/data/language.js"
};

static const unsigned char data_live_js[] = {
#embed "../VisitsWeb/App/data/live.js"
};

static const unsigned char data_news_js[] = {
#embed "../VisitsWeb/App/data/news.js"
};

static const unsigned char data_notices_js[] = {
#embed "../VisitsWeb/App/data/notices.js"
};

static const unsigned char data_outbox_js[] = {
#embed "../VisitsWeb/App/data/outbox.js"
};

static const unsigned char data_overlay_js[] = {
#embed "../VisitsWeb/App/data/overlay.js"
};

static const unsigned char data_pairing_js[] = {
#embed "../VisitsWeb/App/data/pairing.js"
};

static const unsigned char data_restored_js[] = {
#embed "../VisitsWeb/App/data/restored.js"
};

static const unsigned char data_rows_js[] = {
#embed "../VisitsWeb/App/data/rows.js"
};

static const unsigned char data_session_js[] = {
#embed "../VisitsWeb/App/data/session.js"
};

static const unsigned char data_shell_js[] = {
#embed "../VisitsWeb/App/data/shell.js"
};

static const unsigned char data_shown_js[] = {
#embed "../VisitsWeb/App/data/shown.js"
};

static const unsigned char data_store_js[] = {
#embed "../VisitsWeb/App/data/store.js"
};

static const unsigned char data_sync_js[] = {
#embed "../VisitsWeb/App/data/sync.js"
};

static const unsigned char data_tabs_js[] = {
#embed "../VisitsWeb/App/data/tabs.js"
};

static const unsigned char data_views_js[] = {
#embed "../VisitsWeb/App/data/views.js"
};

static const unsigned char design_base_css[] = {
#embed "../VisitsWeb/App/design/base.css"
};

static const unsigned char design_tokens_css[] = {
#embed "../VisitsWeb/App/design/tokens.css"
};

static const unsigned char icons_icon_192_png[] = {
#embed "../VisitsWeb/App/icons/icon-192.png"
};

static const unsigned char icons_icon_512_png[] = {
#embed "../VisitsWeb/App/icons/icon-512.png"
};

static const unsigned char icons_icon_svg[] = {
#embed "../VisitsWeb/App/icons/icon.svg"
};

static const unsigned char icons_maskable_512_png[] = {
#embed "../VisitsWeb/App/icons/maskable-512.png"
};

static const unsigned char index_html[] = {
#embed "../VisitsWeb/App/index.html"
};

static const unsigned char main_js[] = {
#embed "../VisitsWeb/App/main.js"
};

static const unsigned char manifest_webmanifest[] = {
#embed "../VisitsWeb/App/manifest.webmanifest"
};

static const unsigned char parts_banner_css[] = {
#embed "../VisitsWeb/App/parts/banner.css"
};

static const unsigned char parts_banner_js[] = {
#embed "../VisitsWeb/App/parts/banner.js"
};

static const unsigned char parts_button_css[] = {
#embed "../VisitsWeb/App/parts/button.css"
};

static const unsigned char parts_card_css[] = {
#embed "../VisitsWeb/App/parts/card.css"
};

static const unsigned char parts_card_js[] = {
#embed "../VisitsWeb/App/parts/card.js"
};

static const unsigned char parts_change_css[] = {
#embed "../VisitsWeb/App/parts/change.css"
};

static const unsigned char parts_change_js[] = {
#embed "../VisitsWeb/App/parts/change.js"
};

static const unsigned char parts_chip_css[] = {
#embed "../VisitsWeb/App/parts/chip.css"
};

static const unsigned char parts_chip_js[] = {
#embed "../VisitsWeb/App/parts/chip.js"
};

static const unsigned char parts_empty_state_css[] = {
#embed "../VisitsWeb/App/parts/empty-state.css"
};

static const unsigned char parts_empty_state_js[] = {
#embed "../VisitsWeb/App/parts/empty-state.js"
};

static const unsigned char parts_hold_ring_css[] = {
#embed "../VisitsWeb/App/parts/hold-ring.css"
};

static const unsigned char parts_hold_ring_js[] = {
#embed "../VisitsWeb/App/parts/hold-ring.js"
};

static const unsigned char parts_holding_js[] = {
#embed "../VisitsWeb/App/parts/holding.js"
};

static const unsigned char parts_icon_css[] = {
#embed "../VisitsWeb/App/parts/icon.css"
};

static const unsigned char parts_icon_js[] = {
#embed "../VisitsWeb/App/parts/icon.js"
};

static const unsigned char parts_mark_css[] = {
#embed "../VisitsWeb/App/parts/mark.css"
};

static const unsigned char parts_mark_js[] = {
#embed "../VisitsWeb/App/parts/mark.js"
};

static const unsigned char parts_navigation_bar_css[] = {
#embed "../VisitsWeb/App/parts/navigation-bar.css"
};

static const unsigned char parts_navigation_bar_js[] = {
#embed "../VisitsWeb/App/parts/navigation-bar.js"
};

static const unsigned char parts_portrait_css[] = {
#embed "../VisitsWeb/App/parts/portrait.css"
};

static const unsigned char parts_portrait_js[] = {
#embed "../VisitsWeb/App/parts/portrait.js"
};

static const unsigned char parts_pull_css[] = {
#embed "../VisitsWeb/App/parts/pull.css"
};

static const unsigned char parts_pull_js[] = {
#embed "../VisitsWeb/App/parts/pull.js"
};

static const unsigned char parts_row_css[] = {
#embed "../VisitsWeb/App/parts/row.css"
};

static const unsigned char parts_row_js[] = {
#embed "../VisitsWeb/App/parts/row.js"
};

static const unsigned char parts_sheet_css[] = {
#embed "../VisitsWeb/App/parts/sheet.css"
};

static const unsigned char parts_sheet_js[] = {
#embed "../VisitsWeb/App/parts/sheet.js"
};

static const unsigned char parts_spinner_css[] = {
#embed "../VisitsWeb/App/parts/spinner.css"
};

static const unsigned char parts_spinner_js[] = {
#embed "../VisitsWeb/App/parts/spinner.js"
};

static const unsigned char parts_sync_indicator_css[] = {
#embed "../VisitsWeb/App/parts/sync-indicator.css"
};

static const unsigned char parts_sync_indicator_js[] = {
#embed "../VisitsWeb/App/parts/sync-indicator.js"
};

static const unsigned char parts_toast_css[] = {
#embed "../VisitsWeb/App/parts/toast.css"
};

static const unsigned char parts_toast_js[] = {
#embed "../VisitsWeb/App/parts/toast.js"
};

static const unsigned char preact_js[] = {
#embed "../../.build-web/preact.js"
};

static const unsigned char screens_changes_js[] = {
#embed "../VisitsWeb/App/screens/changes.js"
};

static const unsigned char screens_copy_changes_js[] = {
#embed "../VisitsWeb/App/screens/copy-changes.js"
};

static const unsigned char screens_emergency_js[] = {
#embed "../VisitsWeb/App/screens/emergency.js"
};

static const unsigned char screens_frame_js[] = {
#embed "../VisitsWeb/App/screens/frame.js"
};

static const unsigned char screens_indicator_js[] = {
#embed "../VisitsWeb/App/screens/indicator.js"
};

static const unsigned char screens_links_js[] = {
#embed "../VisitsWeb/App/screens/links.js"
};

static const unsigned char screens_pairing_css[] = {
#embed "../VisitsWeb/App/screens/pairing.css"
};

static const unsigned char screens_pairing_js[] = {
#embed "../VisitsWeb/App/screens/pairing.js"
};

static const unsigned char screens_sync_banner_js[] = {
#embed "../VisitsWeb/App/screens/sync-banner.js"
};

static const unsigned char screens_today_css[] = {
#embed "../VisitsWeb/App/screens/today.css"
};

static const unsigned char screens_today_js[] = {
#embed "../VisitsWeb/App/screens/today.js"
};

static const unsigned char screens_tomorrow_css[] = {
#embed "../VisitsWeb/App/screens/tomorrow.css"
};

static const unsigned char screens_tomorrow_js[] = {
#embed "../VisitsWeb/App/screens/tomorrow.js"
};

static const unsigned char screens_use_sheet_js[] = {
#embed "../VisitsWeb/App/screens/use-sheet.js"
};

static const unsigned char screens_use_store_js[] = {
#embed "../VisitsWeb/App/screens/use-store.js"
};

static const unsigned char screens_visit_css[] = {
#embed "../VisitsWeb/App/screens/visit.css"
};

static const unsigned char screens_visit_js[] = {
#embed "../VisitsWeb/App/screens/visit.js"
};

static const unsigned char start_js[] = {
#embed "../VisitsWeb/App/start.js"
};

static const unsigned char sw_js[] = {
#embed "../VisitsWeb/App/sw.js"
};

static const unsigned char words_countdown_js[] = {
#embed "../VisitsWeb/App/words/countdown.js"
};

static const unsigned char words_en_json[] = {
#embed "../VisitsWeb/App/words/en.json"
};

static const unsigned char words_words_js[] = {
#embed "../VisitsWeb/App/words/words.js"
};

#define FILE_AT(path, bytes) {path, bytes, sizeof bytes}

static const VisitsWebFile files[] = {
    FILE_AT("data/ahead.js", data_ahead_js),
    FILE_AT("data/api.js", data_api_js),
    FILE_AT("data/app.js", data_app_js),
    FILE_AT("data/clock.js", data_clock_js),
    FILE_AT("data/database.js", data_database_js),
    FILE_AT("data/daybook.js", data_daybook_js),
    FILE_AT("data/days.js", data_days_js),
    FILE_AT("data/language.js", data_language_js),
    FILE_AT("data/live.js", data_live_js),
    FILE_AT("data/news.js", data_news_js),
    FILE_AT("data/notices.js", data_notices_js),
    FILE_AT("data/outbox.js", data_outbox_js),
    FILE_AT("data/overlay.js", data_overlay_js),
    FILE_AT("data/pairing.js", data_pairing_js),
    FILE_AT("data/restored.js", data_restored_js),
    FILE_AT("data/rows.js", data_rows_js),
    FILE_AT("data/session.js", data_session_js),
    FILE_AT("data/shell.js", data_shell_js),
    FILE_AT("data/shown.js", data_shown_js),
    FILE_AT("data/store.js", data_store_js),
    FILE_AT("data/sync.js", data_sync_js),
    FILE_AT("data/tabs.js", data_tabs_js),
    FILE_AT("data/views.js", data_views_js),
    FILE_AT("design/base.css", design_base_css),
    FILE_AT("design/tokens.css", design_tokens_css),
    FILE_AT("icons/icon-192.png", icons_icon_192_png),
    FILE_AT("icons/icon-512.png", icons_icon_512_png),
    FILE_AT("icons/icon.svg", icons_icon_svg),
    FILE_AT("icons/maskable-512.png", icons_maskable_512_png),
    FILE_AT("index.html", index_html),
    FILE_AT("main.js", main_js),
    FILE_AT("manifest.webmanifest", manifest_webmanifest),
    FILE_AT("parts/banner.css", parts_banner_css),
    FILE_AT("parts/banner.js", parts_banner_js),
    FILE_AT("parts/button.css", parts_button_css),
    FILE_AT("parts/card.css", parts_card_css),
    FILE_AT("parts/card.js", parts_card_js),
    FILE_AT("parts/change.css", parts_change_css),
    FILE_AT("parts/change.js", parts_change_js),
    FILE_AT("parts/chip.css", parts_chip_css),
    FILE_AT("parts/chip.js", parts_chip_js),
    FILE_AT("parts/empty-state.css", parts_empty_state_css),
    FILE_AT("parts/empty-state.js", parts_empty_state_js),
    FILE_AT("parts/hold-ring.css", parts_hold_ring_css),
    FILE_AT("parts/hold-ring.js", parts_hold_ring_js),
    FILE_AT("parts/holding.js", parts_holding_js),
    FILE_AT("parts/icon.css", parts_icon_css),
    FILE_AT("parts/icon.js", parts_icon_js),
    FILE_AT("parts/mark.css", parts_mark_css),
    FILE_AT("parts/mark.js", parts_mark_js),
    FILE_AT("parts/navigation-bar.css", parts_navigation_bar_css),
    FILE_AT("parts/navigation-bar.js", parts_navigation_bar_js),
    FILE_AT("parts/portrait.css", parts_portrait_css),
    FILE_AT("parts/portrait.js", parts_portrait_js),
    FILE_AT("parts/pull.css", parts_pull_css),
    FILE_AT("parts/pull.js", parts_pull_js),
    FILE_AT("parts/row.css", parts_row_css),
    FILE_AT("parts/row.js", parts_row_js),
    FILE_AT("parts/sheet.css", parts_sheet_css),
    FILE_AT("parts/sheet.js", parts_sheet_js),
    FILE_AT("parts/spinner.css", parts_spinner_css),
    FILE_AT("parts/spinner.js", parts_spinner_js),
    FILE_AT("parts/sync-indicator.css", parts_sync_indicator_css),
    FILE_AT("parts/sync-indicator.js", parts_sync_indicator_js),
    FILE_AT("parts/toast.css", parts_toast_css),
    FILE_AT("parts/toast.js", parts_toast_js),
    FILE_AT("preact.js", preact_js),
    FILE_AT("screens/changes.js", screens_changes_js),
    FILE_AT("screens/copy-changes.js", screens_copy_changes_js),
    FILE_AT("screens/emergency.js", screens_emergency_js),
    FILE_AT("screens/frame.js", screens_frame_js),
    FILE_AT("screens/indicator.js", screens_indicator_js),
    FILE_AT("screens/links.js", screens_links_js),
    FILE_AT("screens/pairing.css", screens_pairing_css),
    FILE_AT("screens/pairing.js", screens_pairing_js),
    FILE_AT("screens/sync-banner.js", screens_sync_banner_js),
    FILE_AT("screens/today.css", screens_today_css),
    FILE_AT("screens/today.js", screens_today_js),
    FILE_AT("screens/tomorrow.css", screens_tomorrow_css),
    FILE_AT("screens/tomorrow.js", screens_tomorrow_js),
    FILE_AT("screens/use-sheet.js", screens_use_sheet_js),
    FILE_AT("screens/use-store.js", screens_use_store_js),
    FILE_AT("screens/visit.css", screens_visit_css),
    FILE_AT("screens/visit.js", screens_visit_js),
    FILE_AT("start.js", start_js),
    FILE_AT("sw.js", sw_js),
    FILE_AT("words/countdown.js", words_countdown_js),
    FILE_AT("words/en.json", words_en_json),
    FILE_AT("words/words.js", words_words_js),
};

const VisitsWebFile *visits_web_files(size_t *count) {
  *count = sizeof files / sizeof *files;
  return files;
}
