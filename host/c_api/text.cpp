#include "host/c_api/text.hpp"

using namespace throng::c_api;

const char* throng_text_data(const throng_text* text) { return text == nullptr ? "" : text->text.c_str(); }
std::uint64_t throng_text_length(const throng_text* text) { return text == nullptr ? 0 : text->text.size(); }
void throng_text_destroy(throng_text* text) { destroy_object(text); }
