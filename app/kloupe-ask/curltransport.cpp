// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe-ask/curltransport.h"

#include "app/kloupe-ask/curlrequest.h"

#include <utility>
#include <vector>

namespace loupe::ask {

CurlTransport::CurlTransport(const Profile &profile, const Secret &key)
    : m_profile(profile)
    , m_key(key)
    , m_multi(curl_multi_init())
{
}

CurlTransport::~CurlTransport()
{
    for (auto &[uuid, request] : m_requests)
        curl_multi_remove_handle(m_multi, request->handle());
    m_requests.clear();
    curl_multi_cleanup(m_multi);
}

void CurlTransport::start(const WireRequest &request)
{
    auto started = std::make_unique<CurlRequest>(m_profile, m_key, request);
    curl_multi_add_handle(m_multi, started->handle());
    m_requests[request.uuid] = std::move(started);
}

void CurlTransport::cancel(const std::string &uuid)
{
    // cancel() may run inside the request's own libcurl callback, so perform() removes the handle.
    if (const auto found = m_requests.find(uuid); found != m_requests.end())
        found->second->cancel();
}

void CurlTransport::forget(const std::string &uuid)
{
    const auto found = m_requests.find(uuid);
    if (found == m_requests.end())
        return;
    curl_multi_remove_handle(m_multi, found->second->handle());
    m_requests.erase(found);
}

void CurlTransport::wait(std::chrono::milliseconds wait, int fd)
{
    curl_waitfd input{fd, CURL_WAIT_POLLIN, 0};
    curl_multi_poll(m_multi, &input, 1, static_cast<int>(wait.count()), nullptr);
}

void CurlTransport::perform(TransportEvents &events)
{
    for (auto &[uuid, request] : m_requests)
        request->setEvents(&events);
    int running = 0;
    curl_multi_perform(m_multi, &running);
    std::vector<std::pair<std::string, CURLcode>> ended;
    int left = 0;
    while (CURLMsg *message = curl_multi_info_read(m_multi, &left)) {
        if (message->msg != CURLMSG_DONE)
            continue;
        char *request = nullptr;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &request);
        ended.emplace_back(reinterpret_cast<CurlRequest *>(request)->uuid(), message->data.result);
    }
    for (const auto &[uuid, code] : ended) {
        const CurlRequest &request = *m_requests.at(uuid);
        if (request.isCancelled())
            continue;
        const auto [end, text] = request.end(code);
        forget(uuid);
        events.onEnd(uuid, end, text);
    }
    std::vector<std::string> cancelled;
    for (const auto &[uuid, request] : m_requests) {
        if (request->isCancelled())
            cancelled.push_back(uuid);
    }
    for (const std::string &uuid : cancelled)
        forget(uuid);
}

} // namespace loupe::ask
